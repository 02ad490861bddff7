"""A club with tournaments in every state, and the addresses of all its pages.

The page tests and the pictures look at the same pages. Whatever a page needs beyond
its address (a form sent in, a file chosen) is named here and done by the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.contrib.auth.models import User
from django.utils import timezone

from tests.building import FORMS, Evening, build_evening, reading
from tournament.actions import (
    clock,
    company,
    ending,
    penalties,
    presence,
    prizes,
    proposals,
    registration,
    sheets,
    twoforms,
)
from tournament.actions.laying import version_of
from tournament.actions.preregistration import new_code, preregister
from tournament.actions.substitutes import substitute
from tournament.models import Club, Penalty, Player, Prize, Round, Table, Tournament
from tournament.objections import minutes_from
from tournament.queries.standings import standings
from tournament.simulation import FIRST, LAST

Scheme = Literal["light", "dark"]

WIDTHS = (360, 768, 1280, 1920)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LANGUAGES = ("nl", "en")
HEIGHTS = {360: 740, 768: 1024, 1280: 800, 1920: 1080}

# Names as people really have them, and the longest a form of the club allows.
AWKWARD = (
    "Jonkheer Maximiliaan Alexander van der Wijngaerden-Oosterhuis tot Nieuwenbroekeln",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswesse",
    "O’Neill-d’Hondt, Sinéad",
    '<b>Bobby</b> & "Zn"',
    "=1+1 Formule",
    "محمد الفاتح",
    "Żaneta Ćwiek-Łęcka",
    "Jan de Vries",
    "Jan de Vries",
    "李 小龙",
)

# Of every kind of form one, beside that of Bollen.
GAMES = ("belotten", "bolivia_ronde", "boerenbridge_19", "bollen_thuis")

PLAYER_LIST = (
    "Naam;Lidnummer;Opmerking;Kleur\n"
    f"{AWKWARD[0]};77;komt later;rood\n"
    f"{AWKWARD[1]};78;;\n"
    "Jan de Vriess;79;;\n"
    "123;80;;\n"
)


@dataclass(frozen=True)
class Site:
    """One evening per state a tournament can be in."""

    playing: Evening
    proposed: Evening
    published: Evening
    ready: Evening
    empty: Evening
    ended: Evening
    games: dict[str, Evening]
    pairs: Evening
    revealing: Evening
    closed: Evening
    looked: Evening  # its tables look at their forms themselves
    paper: Evening  # no phone fills in a form


@dataclass(frozen=True)
class Address:
    """A page: its name, its address after the language, what to do when there.

    ``act`` is "" or "submit" (send the score form as it is), "correct" (with a penalty
    and a reason), "second" (based on no form, with a penalty), "import" (bring in
    PLAYER_LIST). ``desk`` says that only the director sees it.
    """

    name: str
    path: str
    act: str = ""
    desk: bool = True


def names_of(people: int) -> list[str]:
    """So many names: a few that break pages, the rest everyday ones."""
    ordinary = (f"{FIRST[n % len(FIRST)]} {LAST[n % len(LAST)]}" for n in range(people))
    return [*AWKWARD, *ordinary][:people]


def fill_site(club: Club, director: User, people: int) -> Site:
    """Tournaments in every state, each with ``people`` participants."""
    names = names_of(people)

    def build(
        name: str, count: int = people, played: int = 0, **settings: Any
    ) -> Evening:
        rounds_planned = max(played, 2)
        return build_evening(
            club,
            director,
            count,
            names=names,
            name=name,
            played=played,
            rounds_planned=rounds_planned,
            **settings,
        )

    site = Site(
        playing=build("Najaarsbollen", played=1, minutes=60),
        proposed=build("Winterbollen", played=1),
        published=build("Voorjaarsbollen", minutes=75),
        ready=build("Zomerbollen", fee_cents=750, preregistration=True),
        empty=build("Oliebollentoernooi van de gezamenlijke kaartclubs", 0),
        ended=build("Paasbollen", played=2),
        games={game: _one_table(club, director, game, names) for game in GAMES},
        pairs=build_evening(
            club,
            director,
            0,
            name="Koppelavond",
            rulebook="belotten",
            entrants="pairs",
            fee_cents=500,
            preregistration=True,
        ),
        revealing=build("Kerstbollen", played=2),
        closed=build("Carnavalsbollen", played=2),
        looked=build_evening(
            club, director, 8, names=names, name="Kijkavond", verification="table"
        ),
        paper=build_evening(
            club, director, 5, names=names, name="Papieravond", phones=False
        ),
    )
    _corrected(site.playing)
    _to_look_at(site.looked)
    site.paper.publish()
    _expected(site.ready.tournament, [*AWKWARD[:2], "Jan de Vries"])
    _expected(site.pairs.tournament, AWKWARD[:2])
    last = site.playing.publish(seed=2)
    clock.start(last, director)
    site.playing.fill(last, leave=[longest_at(last).number])
    _kept_apart(site.proposed)
    proposal = site.proposed.draw(seed=2)
    proposals.pin(proposal, 1, director, version_of(proposal))
    _changed_afterwards(site.published)
    for night in (site.ended, site.closed):
        _with_prizes(night)
    ending.hide_from(site.revealing.tournament, 2, director)
    worst = max(row.place for row in standings(site.revealing.tournament).rows)
    ending.reveal(site.revealing.tournament, worst, director, was=None)
    ending.close(site.closed.tournament, director)
    _objected_to(site.ended, timedelta(minutes=45))
    _objected_to(site.closed, -timedelta(minutes=45))
    return site


def _expected(tournament: Tournament, names: Sequence[str]) -> None:
    """Somebody per name who registered beforehand, or the two of a pair."""
    together = [names] if tournament.pairs else [[name] for name in names]
    for each in together:
        preregister(tournament, [(name, True) for name in each], new_code())


def _objected_to(night: Evening, ahead: timedelta) -> None:
    """Objections count until so long from now."""
    until = minutes_from(timezone.now() + ahead, 0)
    Tournament.objects.filter(pk=night.tournament.pk).update(
        date=timezone.localdate(), objections_until=until
    )


def _with_prizes(night: Evening) -> None:
    """Prizes of every kind, and a penalty that counts and one that does not."""
    for kind in Prize.Kind.values:
        prizes.put(
            night.tournament, night.director, kind=kind, what="rollade", cents=1001
        )
    prizes.first_three(night.tournament, night.director)
    prizes.set_teams(
        night.tournament, {1: "De Boeren", 2: "De Boeren", 3: "Vrouwen"}, night.director
    )
    for number, why in ((2, "twee keer verzaakt"), (3, "te laat teruggekomen")):
        entry = night.tournament.entries.get(number=number)
        penalties.give(entry, 1, -10, why, night.director)
    first = Penalty.objects.filter(entry__tournament=night.tournament).first()
    assert first
    penalties.cancel(first, night.director)


def _kept_apart(night: Evening) -> None:
    """Everything that can be said of somebody's table."""
    one, two, three = night.tournament.members.filter(entry__number__lte=3).order_by(
        "entry__number"
    )
    company.keep_apart(one, two.player, night.director)
    company.keep_together(two, three.player, night.director)
    company.set_table(two, 1, night.director)
    company.seat_together(two.entry, one.entry, 4, night.director)


def _changed_afterwards(night: Evening) -> None:
    """A round that is out, with a substitute at the longest name's table, and somebody
    who comes late.
    """
    round_ = night.publish()
    at = longest_at(round_).seats.exclude(entry__number=2).order_by("place").first()
    assert at
    substitute(round_, at.entry.number, AWKWARD[0], night.director)
    late = Player.objects.create(club=night.tournament.club, name=AWKWARD[1])
    registration.register(night.tournament, late, night.director)


def _corrected(night: Evening) -> None:
    """A form of which an earlier version can be looked at, and who went home."""
    table = night.table(1, 1)
    assert table.sheet
    rows = FORMS[table.sheet.places]
    night.hand_in(
        table,
        reading([*rows[1:], rows[0]]),
        based_on=1,
        reason="rijen een plaats verschoven",
    )
    entry = night.tournament.entries.get(number=3)
    presence.set_presence(night.tournament, 2, {3: "absent"}, night.director)
    presence.withdraw(entry, 2, night.director)
    presence.take_back(entry, night.director)


def _to_look_at(night: Evening) -> None:
    """A form that waits to be looked at beside another, and one that was sent back."""
    night.fill(night.publish())
    sheets.send_back(night.table(1, 2), 1, None, "Gift 3 van nummer 4 is doorgestreept")
    table = night.table(1, 1)
    assert table.sheet
    rows = FORMS[table.sheet.places]
    twoforms.keep_second(table, reading([*rows[1:], rows[0]]), key="another phone")


def _one_table(club: Club, director: User, game: str, names: list[str]) -> Evening:
    """An evening of four at one table, in another game than Bollen."""
    night = build_evening(
        club, director, 4, names=names, name=f"Avond {game}", rulebook=game
    )
    night.publish()
    return night


def longest_at(round_: Round) -> Table:
    """The table of the longest name that cannot be broken: start number 2."""
    return round_.tables.get(seats__entry__number=2)


def addresses(site: Site) -> list[Address]:
    """Every page a person can come to, in every state it has."""
    return [
        *_public(site),
        *_phones(site),
        *_around(site),
        *_rounds(site),
        *_games(site),
        *_ending(site),
    ]


def _public(site: Site) -> list[Address]:
    playing = f"/t/{site.playing.tournament.slug}/"
    published = site.published.tournament.slug
    ready = f"/t/{site.ready.tournament.slug}/"
    pairs = f"/t/{site.pairs.tournament.slug}/"
    code = site.ready.tournament.preregistrations.earliest("pk").code
    revealing = f"/t/{site.revealing.tournament.slug}/"
    closed = f"/t/{site.closed.tournament.slug}/"
    ended = f"/t/{site.ended.tournament.slug}/"
    return [
        Address("start", "/", desk=False),
        Address("login", "/login/", desk=False),
        Address("standings", playing, desk=False),
        Address("standings-search", f"{playing}?q=jan", desk=False),
        Address("standings-final", ended, desk=False),
        Address("hall-final", f"{ended}hall/", desk=False),
        Address("public-prizes-early", f"{ended}prizes/", desk=False),
        Address("standings-new", f"/t/{published}/", desk=False),
        Address("seats", f"{playing}seats/", desk=False),
        Address("seats-search", f"{playing}seats/?q=jan", desk=False),
        Address("seats-nobody", f"{playing}seats/?q=Zebedeus", desk=False),
        Address("hall", f"{playing}hall/", desk=False),
        Address("standings-revealing", f"{revealing}", desk=False),
        Address("hall-revealing", f"{revealing}hall/", desk=False),
        Address("public-prizes", f"{closed}prizes/", desk=False),
        Address("public-prizes-none", f"{playing}prizes/", desk=False),
        Address("hall-seats", f"/t/{published}/hall/", desk=False),
        Address("register", f"{ready}register/", desk=False),
        Address("register-wrong", f"{ready}register/?number=QQQQ", desk=False),
        Address("register-pair", f"{pairs}register/", desk=False),
        Address("register-late", f"{playing}register/", desk=False),
        Address("registered", f"{ready}register/{code}/", desk=False),
        Address("nowhere", "/t/nowhere/", desk=False),
    ]


def _phones(site: Site) -> list[Address]:
    """What a table's captain sees: the form, with faults, and once it is in."""
    round_ = site.playing.round(2)
    open_ = longest_at(round_)
    handed_in = round_.tables.exclude(pk=open_.pk).order_by("number").first() or open_
    return [
        Address("captain", f"/c/{open_.code}/", desk=False),
        Address("captain-faulty", f"/c/{open_.code}/", "submit", desk=False),
        Address("captain-receipt", f"/c/{handed_in.code}/", desk=False),
        Address("captain-off", f"/c/{site.paper.table(1, 1).code}/", desk=False),
    ]


def _around(site: Site) -> list[Address]:
    playing = f"/desk/{site.playing.tournament.slug}/"
    empty = f"/desk/{site.empty.tournament.slug}/"
    door = f"/desk/{site.ready.tournament.slug}/door/"
    pairs = f"/desk/{site.pairs.tournament.slug}/door/"
    return [
        Address("desk", "/desk/"),
        Address("new", "/desk/new/"),
        Address("address-book", "/desk/address-book/"),
        Address("people", f"{playing}people/"),
        Address("people-empty", f"{empty}people/"),
        Address("person", f"{playing}people/1/"),
        Address("person-apart", f"/desk/{site.proposed.tournament.slug}/people/2/"),
        Address("people-apart", f"/desk/{site.proposed.tournament.slug}/people/"),
        Address("imported", f"/desk/{site.ready.tournament.slug}/people/", "import"),
        Address("door", f"{door}?in=1"),
        Address("door-search", f"{door}?q=an"),
        Address("door-expected", f"{door}?q=jon"),
        Address("expected", f"{door}expected/"),
        Address("expected-none", f"{empty}door/expected/"),
        Address("door-pair-expected", f"{pairs}?q=jon"),
        Address("door-question", f"{door}?q=Jan+de+Vriess&ask=1"),
        Address("door-empty", f"{empty}door/"),
        Address("door-free", f"{empty}door/?q=jo&in=1"),
        Address("door-pairs", f"{pairs}?q=an"),
        Address("door-partner", f"{pairs}?first_new=Anouk+Smit&q=Jan"),
        Address("presence", f"{playing}presence/"),
        Address("presence-empty", f"{empty}presence/"),
        Address("settings", f"{playing}settings/"),
        Address("log", f"{playing}log/"),
        Address("log-of-a-table", f"{playing}log/?kind=forms&round=1&table=1"),
        Address("log-of-nobody", f"{playing}log/?q=Zebedeus"),
        Address("desk-standings", f"{playing}standings/"),
        Address("desk-standings-empty", f"{empty}standings/"),
    ]


def _rounds(site: Site) -> list[Address]:
    playing = f"/desk/{site.playing.tournament.slug}/"
    missing = longest_at(site.playing.round(2)).number
    counted = longest_at(site.playing.round(1)).number
    ended = f"/desk/{site.ended.tournament.slug}/"
    looked = f"/desk/{site.looked.tournament.slug}/"
    return [
        Address("first-round", f"/desk/{site.ready.tournament.slug}/"),
        Address("first-round-empty", f"/desk/{site.empty.tournament.slug}/"),
        Address("proposal", f"/desk/{site.proposed.tournament.slug}/"),
        Address("proposal-picked", f"/desk/{site.proposed.tournament.slug}/?pick=2"),
        Address(
            "final", f"/desk/{site.proposed.tournament.slug}/draw/final/?final=1x4"
        ),
        Address("lots", f"/desk/{site.ready.tournament.slug}/draw/lots/"),
        Address("published", f"/desk/{site.published.tournament.slug}/"),
        Address("playing", playing),
        *_seats(site),
        Address("cards", f"{playing}rounds/2/cards/"),
        Address("forms", f"{playing}rounds/2/forms/"),
        Address("closed", f"{playing}rounds/1/"),
        Address("ended", f"/desk/{site.ended.tournament.slug}/"),
        Address("sheet", f"{playing}rounds/2/tables/{missing}/"),
        Address("sheet-counted", f"{playing}rounds/1/tables/{counted}/"),
        Address("sheet-version", f"{playing}rounds/1/tables/1/?revision=1"),
        Address("sheet-two", f"{ended}rounds/1/tables/1/", "second"),
        Address("sheet-correction", f"{playing}rounds/1/tables/1/", "correct"),
        Address("sheet-check", f"{looked}rounds/1/tables/1/check/"),
        Address("sheet-sent-back", f"{looked}rounds/1/tables/2/"),
        Address("round-to-look", looked),
        Address("sheet-of-a-phone", f"{looked}rounds/1/tables/1/?second=1"),
        Address("cards-paper", f"/desk/{site.paper.tournament.slug}/rounds/1/cards/"),
        Address("sheet-move", f"{playing}rounds/1/tables/1/move/?to=1-2"),
        Address("exchange", f"{playing}rounds/1/exchange/?one=1&other=2"),
        Address("sheet-find", f"{playing}rounds/1/find/?q=1"),
        Address("sheet-find-nobody", f"{playing}rounds/1/find/?q=Zebedeus"),
        Address("captain-look", f"/c/{site.looked.table(1, 1).code}/", desk=False),
        Address("captain-sent-back", f"/c/{site.looked.table(1, 2).code}/", desk=False),
        Address("sheet-faulty", f"{playing}rounds/2/tables/{missing}/", "submit"),
    ]


def _seats(site: Site) -> list[Address]:
    """A latecomer, and who goes or sits in, at a table whose form is not in."""
    round_ = f"/desk/{site.published.tournament.slug}/rounds/1/"
    open_ = longest_at(site.published.round(1)).number
    late = site.published.tournament.entries.latest("number").number
    return [
        Address("newcomer", f"{round_}newcomer/"),
        Address("newcomer-table", f"{round_}newcomer/?number={late}"),
        Address("table-people", f"{round_}tables/{open_}/people/"),
        Address("table-place", f"{round_}tables/{open_}/people/?number=2"),
    ]


def _games(site: Site) -> list[Address]:
    """The forms of other games, the ways to fill them in, and their rules."""
    forms = {
        game: f"/desk/{night.tournament.slug}/rounds/1/tables/1/"
        for game, night in site.games.items()
    }
    code = site.games["belotten"].table(1, 1).code
    live = site.games["bollen_thuis"].table(1, 1).code
    rules = site.games["bolivia_ronde"].tournament.slug
    return [
        *(Address(f"sheet-{game}", path) for game, path in forms.items()),
        Address("sheet-belotten-shown", f"{forms['belotten']}?mode=shown"),
        Address("sheet-belotten-faulty", forms["belotten"], "submit"),
        Address("sheet-bolivia-counted", f"{forms['bolivia_ronde']}?mode=counted"),
        Address("sheet-sums", f"{forms['bollen_thuis']}?mode=sums"),
        Address("captain-belotten", f"/c/{code}/", desk=False),
        Address("captain-live", f"/c/{live}/?mode=live", desk=False),
        Address("forms-bolivia", f"/desk/{rules}/rounds/1/forms/"),
        Address("house-rules", f"/desk/{site.ready.tournament.slug}/rules/"),
        Address("house-rules-bolivia", f"/desk/{rules}/rules/"),
    ]


def _ending(site: Site) -> list[Address]:
    """Penalties, prizes, the stage, and a tournament that is closed."""
    playing = f"/desk/{site.playing.tournament.slug}/"
    ended = f"/desk/{site.ended.tournament.slug}/"
    closed = f"/desk/{site.closed.tournament.slug}/"
    revealing = f"/desk/{site.revealing.tournament.slug}/"
    return [
        Address("penalties", f"{ended}penalties/"),
        Address("penalties-none", f"{playing}penalties/?number=2"),
        Address("prizes", f"{ended}prizes/"),
        Address("prizes-none", f"{playing}prizes/"),
        Address("prizes-closing", f"{ended}prizes/?closing=1"),
        Address("prizes-objections", f"{revealing}prizes/"),
        Address("prizes-closed", f"{closed}prizes/"),
        Address("prize-list", f"{ended}prizes/list/"),
        Address("prize-list-none", f"{playing}prizes/list/"),
        Address("teams", f"{ended}prizes/teams/"),
        Address("stage", f"{revealing}stage/"),
        Address("stage-not-hidden", f"{ended}stage/"),
        Address("clone", f"{ended}clone/"),
        Address("desk-standings-closed", f"{closed}standings/"),
        Address("round-closed", closed),
        Address("settings-closed", f"{closed}settings/"),
    ]
