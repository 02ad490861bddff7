"""Registering beforehand on the public page, which at the door becomes an entry."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.entering import proper
from tournament.actions.log import User, lock, log
from tournament.models import Entry, Member, PreRegistration, Tournament
from tournament.names import same_name, similar_name
from tournament.queries.preregistration import expected, why_not

# Without 0, O, 1 and I, which are read wrong from a photograph.
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 6
MOST_EXPECTED = 500
MOST_EVER = 2000  # with those that were cancelled


def new_code() -> str:
    """A confirmation number; never of digits only, which would be a start number."""
    while True:
        code = "".join(secrets.choice(SIGNS) for _sign in range(LENGTH))
        if not code.isdecimal():
            return code


@transaction.atomic
def preregister(
    tournament: Tournament,
    people: Sequence[tuple[str, bool]],
    code: str,
    *,
    sure: bool = False,
) -> PreRegistration:
    """Expect one person, or a pair; each a name, and whether it may be public.

    ``code`` was made with the form, so that a form sent twice is one registration.
    Raises Refused: not_beforehand, no_name, name_too_long, twice_one, full, and
    expected_already unless they are ``sure`` to be somebody else of that name.
    """
    tournament = lock(tournament)
    names = [proper(name) for name, _consent in people]
    known = PreRegistration.objects.filter(tournament=tournament)
    before = known.filter(code=code, cancelled_at=None).first()
    if before and [before.name, before.partner] == [*names, ""][:2]:
        return before
    _refuse(tournament, names, sure)
    while known.filter(code=code).exists():
        code = new_code()
    consents = [consent for _name, consent in people]
    made = PreRegistration.objects.create(
        tournament=tournament,
        code=code,
        name=names[0],
        partner=names[1] if len(names) > 1 else "",
        consent=consents[0],
        partner_consent=len(names) > 1 and consents[1],
    )
    log(tournament, None, "preregistration.made", code=code, name=" & ".join(names))
    return made


@transaction.atomic
def cancel(made: PreRegistration, user: User) -> None:
    """Expect somebody no longer. Raises Refused: came_already."""
    tournament = lock(made.tournament)
    now = still_expected(made, cancelled=True)
    if now.cancelled_at:
        return
    PreRegistration.objects.filter(pk=now.pk).update(cancelled_at=timezone.now())
    log(tournament, user, "preregistration.cancelled", code=now.code, name=_name(now))


@transaction.atomic
def restore(made: PreRegistration, user: User) -> None:
    """Expect somebody after all who had cancelled. Raises Refused: came_already."""
    tournament = lock(made.tournament)
    now = still_expected(made, cancelled=True)
    if now.cancelled_at is None:
        return
    PreRegistration.objects.filter(pk=now.pk).update(cancelled_at=None)
    log(tournament, user, "preregistration.restored", code=now.code, name=_name(now))


def still_expected(
    made: PreRegistration, *, cancelled: bool = False
) -> PreRegistration:
    """A registration as it is now, with its tournament locked; for who lets them in.

    Raises Refused: came_already with the entry, and unless ``cancelled`` ones are
    meant as well not_coming.
    """
    now = PreRegistration.objects.select_related("entry").get(pk=made.pk)
    if now.entry:
        raise Refused(
            "came_already",
            _("%(name)s is in already, with start number %(number)s.")
            % {"name": _name(now), "number": now.entry.number},
            entry=now.entry,
        )
    if now.cancelled_at and not cancelled:
        raise Refused(
            "not_coming",
            _("%(name)s has cancelled. Are they here after all? Type the name.")
            % {"name": _name(now)},
        )
    return now


def came(made: PreRegistration, entry: Entry, user: User) -> None:
    """The entry that a registration became; what they said of their names counts.

    For who is really named there: somebody else may have come in their place.
    """
    PreRegistration.objects.filter(pk=made.pk).update(entry=entry)
    said = {1: (made.name, made.consent), 2: (made.partner, made.partner_consent)}
    for member in entry.members.select_related("player"):
        name, consent = said[member.position]
        person = member.player.name
        if same_name(name, person) or similar_name(name, person):
            Member.objects.filter(pk=member.pk).update(consent=consent)
    log(
        entry.tournament,
        user,
        "preregistration.came",
        code=made.code,
        number=entry.number,
        name=_name(made),
    )


def _refuse(tournament: Tournament, names: Sequence[str], sure: bool) -> None:
    closed = why_not(tournament)
    if closed or (len(names) == 2) != tournament.pairs:
        raise Refused(
            "not_beforehand", closed or _("Open this page once more and try again.")
        )
    if len(names) == 2 and same_name(*names):
        raise Refused(
            "twice_one", _("A pair is two people. Name somebody else as well.")
        )
    awaited = expected(tournament)
    there = [name for each in awaited for name in each.names]
    twice = [name for name in names if any(same_name(name, n) for n in there)]
    if twice and not sure:
        raise Refused(
            "expected_already",
            _("Somebody called %(name)s is registered already. Is that you?")
            % {"name": twice[0]},
        )
    full = len(awaited) >= MOST_EXPECTED
    if full or tournament.preregistrations.count() >= MOST_EVER:
        raise Refused(
            "full",
            _("Nobody more can register beforehand. Come to the door and ask."),
        )


def _name(made: PreRegistration) -> str:
    return f"{made.name} & {made.partner}" if made.partner else made.name
