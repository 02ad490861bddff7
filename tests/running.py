"""Runs manage.py as people do: a process of its own, in a folder of its own.

The database is a file in that folder, so that nothing outside it is touched.
"""

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.contrib.auth.hashers import PBKDF2PasswordHasher

BASE = Path(__file__).resolve().parent.parent
MANAGE = str(BASE / "manage.py")


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a laptop with nothing but this folder."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("BOLWERK_")}
    return kept | {
        "DATABASE_URL": f"sqlite:///{folder / 'bolwerk.sqlite3'}",
        "PYTHONIOENCODING": "utf-8",
    }


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this folder to its end."""
    return subprocess.run(
        [sys.executable, MANAGE, *arguments],
        cwd=folder,
        env=surroundings(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command that goes on; it is stopped at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, MANAGE, *arguments],
        cwd=folder,
        env=surroundings(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.communicate(timeout=30)


def lets_in(folder: Path, username: str, password: str) -> bool:
    """Whether the database in this folder knows somebody by this password.

    It was hashed by a process with Bolwerk's own settings, not with those of the tests.
    """
    with closing(sqlite3.connect(folder / "bolwerk.sqlite3")) as database:
        query = "SELECT password FROM auth_user WHERE username = ?"
        (kept,) = database.execute(query, [username]).fetchone()
    return bool(PBKDF2PasswordHasher().verify(password, kept))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def one_sentence(stderr: str) -> str:
    """The sentence on stderr, after seeing that nothing else is there."""
    lines = stderr.strip().splitlines()
    assert len(lines) == 1, stderr
    assert lines[0].startswith("CommandError: "), stderr
    return lines[0].removeprefix("CommandError: ")
