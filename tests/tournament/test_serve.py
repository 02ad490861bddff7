"""The evening server as people start it: it answers, and it stops when told to."""

import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.running import free_port, lets_in, manage, one_sentence, running


@dataclass(frozen=True)
class Served:
    """A server under way."""

    process: subprocess.Popen[str]
    port: int
    folder: Path

    def get(self, path: str) -> tuple[int, str]:
        """Status and kind of what the server answers."""
        url = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(url, timeout=10) as answer:
            answer.read()
            return answer.status, answer.headers["Content-Type"]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    port = free_port()
    with running(tmp_path, "serve", "--only-here", "--port", str(port)) as process:
        server = Served(process, port, tmp_path)
        wait_for(server)
        yield server


def wait_for(server: Served) -> None:
    """Until the first page is there; a minute, since the machine may be busy."""
    for _ in range(600):
        assert server.process.poll() is None, server.process.communicate()
        try:
            server.get("/nl/")
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server never answered")


def test_the_server_answers_with_pages_and_static_files(served: Served) -> None:
    assert served.get("/nl/") == (200, "text/html; charset=utf-8")
    assert served.get("/en/") == (200, "text/html; charset=utf-8")
    status, kind = served.get("/static/tournament/look.css")
    assert (status, kind.partition(";")[0]) == (200, "text/css")
    assert served.get("/static/tournament/sheet.js")[0] == 200


def test_a_second_server_on_the_port_says_so_and_stops(served: Served) -> None:
    second = manage(served.folder, "serve", "--only-here", "--port", str(served.port))
    assert second.returncode == 1
    assert str(served.port) in one_sentence(second.stderr)
    assert second.stdout == ""
    assert served.get("/nl/")[0] == 200


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_when_told_to(served: Served, how: signal.Signals) -> None:
    served.process.send_signal(how)
    _out, err = served.process.communicate(timeout=30)
    assert served.process.returncode == 0
    assert "Traceback" not in err
    with pytest.raises(urllib.error.URLError):
        served.get("/nl/")


def test_the_demo_prints_where_to_look_and_how_to_log_in(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, "demo", "--port", str(port)) as process:
        wait_for(Served(process, port, tmp_path))
        process.send_signal(signal.SIGTERM)
        out, _err = process.communicate(timeout=30)
    assert f"http://localhost:{port}/" in out
    found = re.search(r"\bdemo\b.*?((?:[0-9a-f]{4}-){2}[0-9a-f]{4})", out)
    assert found, out
    assert lets_in(tmp_path, "demo", found[1])
