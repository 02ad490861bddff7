"""A database in memory that lives as long as a block of code."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend


@contextmanager
def scratch_database() -> Iterator[None]:
    """Inside, everything is read from and written to an empty SQLite in memory."""
    kept = connections["default"]
    described = {
        **connections.settings["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ":memory:",
        "OPTIONS": {},
        "CONN_MAX_AGE": None,
    }
    backend = load_backend("django.db.backends.sqlite3")
    connections["default"] = backend.DatabaseWrapper(described, "default")
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept
