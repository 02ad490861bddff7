"""Two processes that act on one database at the same instant.

They stay up for all races of a test and hear over a pipe what to do; what they can
do is in tests/race_acts.py and race_ends.py. Nothing here knows of tournaments or
opens a database.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parent.parent
READY, GO = "ready\n", "go\n"
Deed = tuple[str, dict[str, Any]]  # an act of tests/race_acts.py and its arguments


@dataclass(frozen=True)
class Outcome:
    """How one side of a race ended: what it got, or the code and sentence of a
    refusal, or the kind of error that a person would have met as an error page.
    """

    value: Any = None
    refused: str = ""
    sentence: str = ""
    error: str = ""

    @property
    def won(self) -> bool:
        return not self.refused and not self.error


@dataclass(frozen=True)
class Pair:
    """Two processes, both with a connection of their own to one database."""

    left: subprocess.Popen[str]
    right: subprocess.Popen[str]

    def race(self, left: Deed, right: Deed) -> tuple[Outcome, Outcome]:
        """Let both act at once: each reads what it needs, then both get the word."""
        _order(self.left, left)
        _order(self.right, right)
        for side in (self.left, self.right):
            assert _hear(side) == READY
        for side in (self.left, self.right):
            _say(side, GO)
        return _outcome(self.left), _outcome(self.right)

    def alone(self, act: str, **arguments: Any) -> Any:
        """Let one of them act by itself and return what it got; it must succeed."""
        _order(self.left, (act, arguments))
        assert _hear(self.left) == READY
        _say(self.left, GO)
        outcome = _outcome(self.left)
        assert outcome.won, outcome
        return outcome.value


@contextmanager
def two_processes(database: str) -> Iterator[Pair]:
    """Two processes on the database with this address."""
    command = [sys.executable, "-m", "tests.racing"]
    with _started(command, database) as left, _started(command, database) as right:
        yield Pair(left, right)


def migrate(database: str) -> None:
    """Make Bolwerk's tables in an empty database."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"],
        cwd=BASE,
        env=_surroundings(database),
        check=True,
    )


@contextmanager
def _started(command: list[str], database: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command,
        cwd=BASE,
        env=_surroundings(database),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        bufsize=1,
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin
            process.stdin.close()  # the end of its input is the end of its work
            process.wait(timeout=20)


def _surroundings(database: str) -> dict[str, str]:
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONIOENCODING": "utf-8",
    }


def _order(side: subprocess.Popen[str], deed: Deed) -> None:
    _say(side, json.dumps(deed) + "\n")


def _say(side: subprocess.Popen[str], line: str) -> None:
    assert side.stdin
    side.stdin.write(line)
    side.stdin.flush()


def _hear(side: subprocess.Popen[str]) -> str:
    assert side.stdout
    return side.stdout.readline()


def _outcome(side: subprocess.Popen[str]) -> Outcome:
    return Outcome(**json.loads(_hear(side)))


def work() -> None:
    """One of the two processes: act on every order until there are no more."""
    import django

    django.setup()
    acts = [import_module(f"tests.{name}") for name in ("race_acts", "race_ends")]
    for order in sys.stdin:
        name, arguments = json.loads(order)
        module = next(module for module in acts if hasattr(module, name))
        act = getattr(module, name)(**arguments)
        print(READY, end="", flush=True)
        sys.stdin.readline()
        print(json.dumps(asdict(_tried(act))), flush=True)


def _tried(act: Any) -> Outcome:
    from scoring.refused import Refused

    try:
        return Outcome(value=act())
    except Refused as refused:
        return Outcome(refused=refused.code, sentence=str(refused))
    except Exception as fault:  # whatever it is, a person would see an error page
        return Outcome(error=f"{type(fault).__name__}: {fault}")


if __name__ == "__main__":
    work()
