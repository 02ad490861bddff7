"""Fixtures of the tournament's tests: evenings of fixed pairs, and two processes on
one database: a SQLite file, and PostgreSQL where BOLWERK_TEST_POSTGRES names a server.
"""

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User

from tests.building import Evening
from tests.racing import Pair, migrate, two_processes
from tests.tournament.pair_nights import pair_night
from tournament.models import Club

POSTGRES = os.environ.get("BOLWERK_TEST_POSTGRES", "")


@pytest.fixture
def pair_evening(club: Club, director: User) -> Callable[..., Evening]:
    """Builds an evening of pairs: pair_evening(6), pair_evening(5, "bolivia")."""

    def build(count: int, rulebook: str = "belotten", **wishes: Any) -> Evening:
        return pair_night(club, director, count, rulebook, **wishes)

    return build


@pytest.fixture(
    scope="module",
    params=[
        "sqlite",
        pytest.param(
            "postgres",
            marks=pytest.mark.skipif(not POSTGRES, reason="needs PostgreSQL"),
        ),
    ],
)
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Two processes on an empty database of their own."""
    on_postgres = request.param == "postgres"
    folder = tmp_path_factory.mktemp("races")
    with _postgres() if on_postgres else _sqlite(folder) as database:
        migrate(database)
        with two_processes(database) as both:
            yield both


@contextmanager
def _sqlite(folder: Path) -> Iterator[str]:
    yield f"sqlite:///{folder / 'races.sqlite3'}"


@contextmanager
def _postgres() -> Iterator[str]:
    name = f"races_{uuid.uuid4().hex}"
    with psycopg.connect(POSTGRES, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield POSTGRES.rsplit("/", 1)[0] + f"/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
