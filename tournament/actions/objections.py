"""Until when the standings after the last round may be objected to."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.ending import refuse_open_round
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Tournament
from tournament.objections import Objections, stamp_of


@transaction.atomic
def set_until(
    tournament: Tournament, until: datetime | None, user: User, *, seen: str
) -> None:
    """Say until when objections count; None takes the moment away.

    ``seen`` is the stamp of the moment on the page that asks. Raises Refused:
    moved_on, round_open, rounds_to_come, passed.
    """
    tournament = lock(tournament)
    was = tournament.objections_until
    if stamp_of(was) != seen:
        raise just_before("moved_on")
    if until == was:
        return
    if until is None:
        log(tournament, user, "objections.removed", was=was and was.isoformat())
    else:
        _refuse(tournament, until)
        told = {"was": was.isoformat()} if was else {}
        log(tournament, user, "objections.set", until=until.isoformat(), **told)
    Tournament.objects.filter(pk=tournament.pk).update(objections_until=until)
    results_changed(tournament)


def take_away(tournament: Tournament) -> dict[str, str]:
    """Forget the moment within an act after which it says nothing any more.

    What the log of that act tells of it; nothing where there was none.
    """
    until = tournament.objections_until
    if until is None:
        return {}
    Tournament.objects.filter(pk=tournament.pk).update(objections_until=None)
    return {"objections": until.isoformat()}


def _refuse(tournament: Tournament, until: datetime) -> None:
    refuse_open_round(tournament)
    if tournament.rounds.count() < tournament.rounds_planned:
        raise Refused(
            "rounds_to_come",
            _(
                "Not all rounds are played yet. Objections come after the last one; "
                "plan fewer rounds under Settings if it was that."
            ),
        )
    if until <= timezone.now():
        told = Objections(until, True, timezone.localdate()).told
        raise Refused(
            "passed",
            _("It is past %(time)s already. Choose a later time.") % {"time": told},
        )
