"""What commands have in common: one sentence on stderr when something cannot be."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError

from scoring.refused import Refused
from tournament.models import Tournament


@contextmanager
def one_sentence() -> Iterator[None]:
    """A refusal inside becomes the command's error."""
    try:
        yield
    except Refused as refused:
        raise CommandError(str(refused)) from refused
    except OSError as fault:
        raise CommandError(f"{fault.filename}: {fault.strerror}") from fault
    except (OperationalError, ProgrammingError) as fault:
        what = str(fault).splitlines()[0]
        raise CommandError(
            f"The database cannot be read ({what}). Has manage.py migrate been run?"
        ) from fault


def named_tournament(slug: str) -> Tournament:
    """The tournament with this slug. Raises CommandError with the slugs there are."""
    with one_sentence():
        found = Tournament.objects.select_related("club").filter(slug=slug).first()
        known = ", ".join(Tournament.objects.values_list("slug", flat=True)[:10])
    if found:
        return found
    there_are = f" There are: {known}." if known else " There are none yet."
    raise CommandError(f"There is no tournament “{slug}”.{there_are}")
