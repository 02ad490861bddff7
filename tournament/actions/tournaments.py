"""Setting up clubs, their first account, and tournaments with their rules."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as Account
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.refused import Refused
from scoring.rulebooks import load
from scoring.rulebooks.base import Rulebook
from tournament.actions.log import User, lock, log, results_changed
from tournament.actions.pairs import refuse_entrants
from tournament.houserules import changed, plain
from tournament.models import Club, Round, Tournament
from tournament.money import in_euros
from tournament.options.faults import faults

# What a missed round counts for.
MISSED_COUNTS = ("missed_round", "missed_points")
SLUGS_TAKEN_BY_PAGES = {"new", "address-book"}


@transaction.atomic
def set_up_club(name: str, username: str, password: str) -> Account:
    """Make the first account and its club on an empty installation.

    Raises Refused (already_set_up) as soon as there is any account.
    """
    users = get_user_model().objects
    if users.select_for_update().exists():
        raise Refused(
            "already_set_up", _("There is an account already. Log in with it.")
        )
    user = users.create_superuser(username, password=password)
    club, _created = Club.objects.get_or_create(name=name)
    club.staff.add(user)
    return user


@transaction.atomic
def create_tournament(
    club: Club, user: User, *, name: str, date: date, **settings: Any
) -> Tournament:
    """Create a tournament under a slug of its own; ``settings`` as in the model.

    Raises Refused: no_pairs for pairs in a game without partners, table_without_phones.
    """
    drafted = Tournament(**settings)
    refuse_entrants(drafted, drafted.rules, drafted.entrants)
    _refuse_table_without_phones(drafted, {})
    Club.objects.select_for_update().get(pk=club.pk)
    described = {"club": club, "name": name, "date": date, **settings}
    created = False
    while not created:  # another club may take the slug at the same instant
        tournament, created = Tournament.objects.get_or_create(
            slug=_free_slug(name), defaults=described
        )
    log(tournament, user, "tournament.created", name=name)
    return tournament


@transaction.atomic
def change_tournament(tournament: Tournament, user: User, **settings: Any) -> None:
    """Change settings; the first draw fixes the game and what a missed round counts.

    Another game begins with its standard rules. Raises Refused: game_fixed,
    missed_round_fixed, left_counts_fixed, too_few_rounds, entrants_fixed, no_pairs,
    fee_fixed, table_without_phones.
    """
    tournament = lock(tournament)
    if settings.get("fee_cents", tournament.fee_cents) != tournament.fee_cents:
        _refuse_another_fee(tournament)
    _refuse_table_without_phones(tournament, settings)
    drawn = tournament.rounds.count()
    counts = {key: getattr(tournament, key) for key in MISSED_COUNTS}
    wanted = {key: settings.get(key, counts[key]) for key in MISSED_COUNTS}
    if wanted["missed_round"] != Tournament.Missed.FIXED:
        wanted["missed_points"] = counts["missed_points"]
    if drawn and wanted != counts:
        raise Refused(
            "missed_round_fixed",
            _("What a missed round counts is fixed once a round has been drawn."),
        )
    left = settings.get("left_counts", tournament.left_counts)
    if drawn and left != tournament.left_counts:
        raise Refused(
            "left_counts_fixed",
            _("What a game that somebody left counts is fixed once a round is drawn."),
        )
    if settings.get("rounds_planned", drawn) < drawn:
        raise Refused(
            "too_few_rounds",
            _("Round %(number)s is drawn already; plan at least that many.")
            % {"number": drawn},
        )
    game = settings.get("rulebook", tournament.rulebook)
    if game != tournament.rulebook:
        _refuse_another_game(drawn)
        settings["options"] = {}
    rules = load(game, settings.get("options", tournament.options))
    refuse_entrants(tournament, rules, settings.get("entrants", tournament.entrants))
    _write(tournament, user, "tournament.changed", settings)


@transaction.atomic
def set_rules(
    tournament: Tournament, rulebook: str, options: Mapping[str, Any], user: User
) -> None:
    """Play by these rules: a game, and its options as ``Rulebook.options()`` gives.

    Options as in the preset of the game are stored as none. Raises Refused:
    rules_fixed, game_fixed, rules_impossible, sizes_drawn, no_pairs.
    """
    tournament = lock(tournament)
    fixed = rules_fixed(tournament)
    if fixed:
        raise Refused("rules_fixed", fixed)
    if rulebook != tournament.rulebook:
        _refuse_another_game(tournament.rounds.count())
    rules = _possible(rulebook, options)
    _refuse_other_tables(tournament, rules)
    refuse_entrants(tournament, rules, tournament.entrants)
    own = changed(rules)
    stored = {"rulebook": rulebook, "options": plain(rules) if own else {}}
    _write(tournament, user, "tournament.rules_set", stored, game=rulebook, own=own)


def rules_fixed(tournament: Tournament) -> str:
    """Why the rules cannot be changed any more; empty where they can."""
    published = tournament.rounds.exclude(state=Round.State.PROPOSED)
    number = published.values_list("number", flat=True).order_by("number").first()
    if number is None:
        return ""
    return _(
        "Round %(number)s is published, and its forms carry these rules. They stay as "
        "they are."
    ) % {"number": number}


def _possible(rulebook: str, options: Mapping[str, Any]) -> Rulebook:
    """The rules, if they can be read and played."""
    try:
        rules = load(rulebook, options)
        found = [] if rules.key == rulebook else [("key", rules.key)]
    except (KeyError, TypeError, ValueError, AttributeError):
        found = [("", rulebook)]
    if found:
        raise Refused(
            "rules_impossible",
            _("These are not rules of this game. Open the page once more."),
        )
    wrong = faults(rules)
    if wrong:
        raise Refused("rules_impossible", wrong[0][1], option=wrong[0][0])
    return rules


def _refuse_another_game(drawn: int) -> None:
    if drawn:
        raise Refused("game_fixed", _("The game is fixed once a round has been drawn."))


def _refuse_another_fee(tournament: Tournament) -> None:
    """The cash total counts everybody who paid at one fee."""
    paid = tournament.entries.filter(paid=True).count()
    if paid:
        raise Refused(
            "fee_fixed",
            ngettext(
                "%(count)s start number is paid at %(fee)s. Set it to not paid at the "
                "door before you change the fee.",
                "%(count)s start numbers are paid at %(fee)s. Set them to not paid at "
                "the door before you change the fee.",
                paid,
            )
            % {"count": paid, "fee": in_euros(tournament.fee_of_entry)},
        )


def _refuse_table_without_phones(
    tournament: Tournament, settings: Mapping[str, Any]
) -> None:
    """A table looks at its form on its own phone."""
    looks = settings.get("verification", tournament.verification)
    phones = settings.get("phones", tournament.phones)
    if looks == Tournament.Verification.TABLE and not phones:
        raise Refused(
            "table_without_phones",
            _(
                "The table looks at its form on a phone. Let tables use a phone, or "
                "let somebody else look at the forms."
            ),
            field="phones",
        )


def _refuse_other_tables(tournament: Tournament, rules: Rulebook) -> None:
    """A round that is drawn keeps its tables: no form could be made for others."""
    for round_ in tournament.rounds.all():
        for table in round_.tables.all():
            size = table.seats.count()
            if size not in rules.sizes:
                raise Refused(
                    "sizes_drawn",
                    _(
                        "Round %(number)s is drawn with a table of %(size)s. Throw "
                        "that draw away first, or let %(size)s play at a table."
                    )
                    % {"number": round_.number, "size": size},
                )


def _write(
    tournament: Tournament,
    user: User,
    action: str,
    settings: Mapping[str, Any],
    **data: Any,
) -> None:
    """Write what is really another value, with a line in the log."""
    different = {k: v for k, v in settings.items() if getattr(tournament, k) != v}
    if different:
        Tournament.objects.filter(pk=tournament.pk).update(**different)
        results_changed(tournament)
        changes = [
            [key, _plain(getattr(tournament, key)), _plain(value)]
            for key, value in sorted(different.items())
        ]
        log(tournament, user, action, **(data or {"changes": changes}))


def _plain(value: Any) -> str | int | None:
    """A setting as the log keeps it; of house rules only that they changed."""
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, str | int) else None


def _free_slug(name: str) -> str:
    base = slugify(name)[:70] or "tournament"
    slug, number = base, 1
    while slug in SLUGS_TAKEN_BY_PAGES or Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug
