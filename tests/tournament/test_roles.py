"""Who may open what: every address of the site for everybody, written out.

An address that is not in the table fails a test, so that nobody adds a page without
saying who may see it.
"""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.building import Evening
from tournament.actions import penalties, prizes
from tournament.models import LogEntry, Penalty, Player

Build = Callable[..., Evening]
ROLES = ("anonymous", "outsider", "director", "superuser")

EVERYBODY, AWAY, FAULTY = "200 200 200 200", "302 302 302 302", "422 422 422 422"
NEVER = "405 405 405 405"
# Staff of any club; what they see is their own club's.
STAFF = "302 200 200 200"
# Staff of this club: others do not even learn that it exists.
DESK, DESK_SAVES, DESK_FAULTY = (
    "302 404 200 200",
    "302 404 302 302",
    "302 404 422 422",
)
# By name, or by route where there is none: arguments, and the answers to GET and POST
# in the order of ROLES. A POST sends one field that no form has.
TABLE: dict[str, tuple[tuple[object, ...], str, str]] = {
    "": ((), AWAY, AWAY),
    "start": ((), EVERYBODY, EVERYBODY),
    "t/<path:rest>": ((), AWAY, AWAY),
    "standings": (("{slug}",), EVERYBODY, EVERYBODY),
    "standings_json": (("{slug}",), EVERYBODY, EVERYBODY),
    "standings_csv": (("{slug}",), EVERYBODY, EVERYBODY),
    "standings_xlsx": (("{slug}",), EVERYBODY, EVERYBODY),
    "seats": (("{slug}",), EVERYBODY, EVERYBODY),
    "hall": (("{slug}",), EVERYBODY, EVERYBODY),
    "register": (("{slug}",), EVERYBODY, FAULTY),
    "registered": (("{slug}", "ABCDEF"), AWAY, AWAY),
    "public_prizes": (("{slug}",), EVERYBODY, EVERYBODY),
    "captain_link": (("{code}",), AWAY, AWAY),
    "captain": (("{code}",), EVERYBODY, FAULTY),
    "choose_language": (("en",), AWAY, AWAY),
    "set_up": ((), AWAY, AWAY),
    "login": ((), "200 302 302 302", "200 302 302 302"),
    "logout": ((), NEVER, AWAY),
    "desk": ((), STAFF, STAFF),
    "new_tournament": ((), STAFF, "302 422 422 422"),
    "address_book": ((), STAFF, STAFF),
    "people": (("{slug}",), DESK, DESK),
    "add_names": (("{slug}",), NEVER, DESK_SAVES),
    "add_pair": (("{slug}",), NEVER, DESK_SAVES),
    "add_from_book": (("{slug}",), NEVER, DESK_SAVES),
    "import_file": (("{slug}",), NEVER, DESK_SAVES),
    "list_report": (("{slug}",), DESK_SAVES, DESK_SAVES),
    "person": (("{slug}", 1), DESK, DESK_FAULTY),
    "change_partner": (("{slug}", 1, 1), NEVER, DESK_SAVES),
    "person_leaves": (("{slug}", 1, "withdraw"), NEVER, DESK_SAVES),
    "company": (("{slug}", 1, "table"), NEVER, DESK_SAVES),
    "door": (("{slug}",), DESK, DESK),
    "door_register": (("{slug}",), NEVER, DESK_SAVES),
    "door_act": (("{slug}", 1, "paid"), NEVER, DESK_SAVES),
    "door_said": (("{slug}", 1, 1), NEVER, DESK_SAVES),
    "expected": (("{slug}",), DESK, DESK),
    "expected_act": (("{slug}", "ABCDEF", "cancel"), NEVER, DESK_SAVES),
    "presence": (("{slug}",), DESK, DESK_SAVES),
    "settings": (("{slug}",), DESK, DESK_FAULTY),
    "house_rules": (("{slug}",), DESK, DESK_SAVES),
    "log": (("{slug}",), DESK, DESK),
    "desk_standings": (("{slug}",), DESK, DESK),
    "workbook": (("{slug}",), DESK, DESK),
    "penalties": (("{slug}",), DESK, DESK_FAULTY),
    "penalty_cancel": (("{slug}", "{penalty}"), NEVER, DESK_SAVES),
    "prizes": (("{slug}",), DESK, DESK_FAULTY),
    "remove_prize": (("{slug}", "{prize}"), NEVER, DESK_SAVES),
    "quick_prizes": (("{slug}", "three"), NEVER, DESK_SAVES),
    "prize_list": (("{slug}",), DESK, DESK),
    "teams": (("{slug}",), DESK, DESK_SAVES),
    "stage": (("{slug}",), DESK, DESK_SAVES),
    "hide": (("{slug}",), NEVER, DESK_SAVES),
    "finish": (("{slug}", "close"), NEVER, DESK_SAVES),
    "objections": (("{slug}",), DESK_SAVES, DESK_FAULTY),
    "clone": (("{slug}",), DESK, DESK_FAULTY),
    "round": (("{slug}",), DESK, DESK),
    "draw": (("{slug}",), NEVER, DESK_SAVES),
    "final": (("{slug}",), DESK_SAVES, DESK_SAVES),
    "lots": (("{slug}",), DESK, DESK_FAULTY),
    "by_hand": (("{slug}", 1, "swap"), NEVER, DESK_SAVES),
    "one_round": (("{slug}", 1), DESK, DESK),
    "sheet": (("{slug}", 1, 1), DESK, DESK_FAULTY),
    "check_form": (("{slug}", 1, 1), DESK, DESK_FAULTY),
    "move_form": (("{slug}", 1, 1), DESK, DESK),
    "find_table": (("{slug}", 1), DESK, DESK),
    "table_people": (("{slug}", 1, 1), DESK, DESK),
    "exchange": (("{slug}", 1), DESK, DESK_FAULTY),
    "newcomer": (("{slug}", 1), DESK, DESK_SAVES),
    "seat_act": (("{slug}", 1, 1, "remove"), NEVER, DESK_SAVES),
    "cards": (("{slug}", 1), DESK, DESK),
    "forms": (("{slug}", 1), DESK, DESK),
    "act": (("{slug}", 1, "unpublish"), NEVER, DESK_SAVES),
    "clock": (("{slug}", 1, "start"), NEVER, DESK_SAVES),
}
ROUTES = {"": "/", "t/<path:rest>": "/t/{slug}/seats/"}
OF_ONE_CLUB = [name for name, (_, get, post) in TABLE.items() if "404" in get + post]


def addresses(resolver: URLResolver) -> Iterator[str]:
    """Every address under a resolver, by name or route; the admin's are its own."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or str(pattern.pattern)
        elif pattern.app_name != "admin":
            yield from addresses(pattern)


@pytest.fixture
def night(evening: Build, director: User) -> Evening:
    night = evening(4, name="Geheime Avond", names=["Verborgen Vera"])
    night.publish()
    penalties.give(night.tournament.entries.get(number=1), 1, -5, "straf", director)
    prizes.put(night.tournament, director, kind="place", what="ham")
    return night


@pytest.fixture
def browsers(director: User, outsider: User) -> dict[str, Client]:
    users = {
        "outsider": outsider,
        "director": director,
        "superuser": User.objects.create_superuser("baas"),
    }
    found = {role: Client() for role in ROLES}
    for role, user in users.items():
        found[role].force_login(user)
    return found


def where(name: str, night: Evening) -> str:
    filled = {"slug": night.tournament.slug, "code": night.table(1, 1).code}
    given = Penalty.objects.filter(entry__tournament=night.tournament).first()
    prize = night.tournament.prizes.first()
    filled |= {"penalty": str(given.pk if given else 0)}
    filled |= {"prize": str(prize.pk if prize else 0)}
    if name in ROUTES:
        return ROUTES[name].format(**filled)
    arguments = [
        each.format(**filled) if isinstance(each, str) else each
        for each in TABLE[name][0]
    ]
    return reverse(name, args=arguments)


def test_every_address_is_in_the_table() -> None:
    assert sorted(addresses(get_resolver())) == sorted(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_everybody_gets_the_answer_that_is_theirs(
    night: Evening, browsers: dict[str, Client], name: str
) -> None:
    address = where(name, night)
    _arguments, get, post = TABLE[name]
    answers = [browsers[role].get(address).status_code for role in ROLES]
    assert answers == [int(status) for status in get.split()]
    answers = [
        browsers[role].post(address, {"sent": "1"}).status_code for role in ROLES
    ]
    assert answers == [int(status) for status in post.split()]


@pytest.mark.parametrize("name", OF_ONE_CLUB)
def test_who_does_not_belong_here_changes_and_learns_nothing(
    night: Evening, browsers: dict[str, Client], name: str
) -> None:
    address = where(name, night)
    before = LogEntry.objects.count()
    for role in ("anonymous", "outsider"):
        for answer in (
            browsers[role].get(address),
            browsers[role].post(address, {"names": "Indringer", "sent": "1"}),
        ):
            assert night.tournament.name not in answer.content.decode()
            assert "Vera" not in answer.content.decode()
            if answer.status_code == 302:
                # After logging in a POST leads to a page, not to its own address.
                next_page = address if answer.request["REQUEST_METHOD"] == "GET" else ""
                assert answer.headers["Location"] in (
                    f"/nl/login/?next={next_page}",
                    "/nl/login/?next=/nl/desk/",
                )
    assert LogEntry.objects.count() == before


def test_the_desk_and_address_book_hold_only_ones_own_club(
    night: Evening, browsers: dict[str, Client]
) -> None:
    for address, shown in (
        ("/nl/desk/", "Geheime"),
        ("/nl/desk/address-book/", "Vera"),
    ):
        pages = {r: browsers[r].get(address).content.decode() for r in ROLES[1:]}
        assert {role: shown in page for role, page in pages.items()} == {
            "outsider": False,
            "director": True,
            "superuser": True,
        }


def test_people_of_another_clubs_address_book_cannot_be_added(
    night: Evening, browsers: dict[str, Client], outsider: User
) -> None:
    stranger = Player.objects.create(club=outsider.clubs.get(), name="Vreemde Frits")
    address = reverse("add_from_book", args=[night.tournament.slug])
    page = browsers["director"].post(address, {"player": stranger.pk}, follow=True)
    assert "Kies minstens één persoon." in page.content.decode()
    assert not stranger.memberships.exists()


def test_a_tournament_is_made_in_ones_own_club_only(
    night: Evening, browsers: dict[str, Client], outsider: User
) -> None:
    form = {
        "club": night.tournament.club_id,
        "name": "Van de overkant",
        "date": "2026-12-01",
        "rounds_planned": 4,
        "names_public": "all",
        "missed_round": "zero",
    }
    browsers["outsider"].post("/nl/desk/new/", form)
    assert not night.tournament.club.tournaments.filter(name=form["name"]).exists()


def test_who_works_at_no_club_makes_no_tournament(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("zonder"))
    assert client.get("/nl/desk/").status_code == 200
    assert client.get("/nl/desk/new/").status_code == 404


@pytest.mark.parametrize("code", ["x", "x" * 400, "..", "%2e%2e", "é", "%25", "%00"])
def test_a_guessed_captains_link_opens_nothing(
    client: Client, night: Evening, code: str
) -> None:
    assert client.get(f"/nl/c/{code}/").status_code == 404
    assert client.post(f"/nl/c/{code}/", {"c1-1": "0"}).status_code == 404


@pytest.mark.parametrize(
    "number", ["0", "99", "9" * 30, "9" * 400], ids=["0", "99", "30", "400"]
)
def test_numbers_nobody_has_lead_nowhere(
    night: Evening, desk: Client, number: str
) -> None:
    here = f"/nl/desk/{night.tournament.slug}"
    for path in (
        "people/{}/",
        "rounds/{}/",
        "rounds/1/tables/{}/",
        "rounds/{}/cards/",
        "rounds/{}/forms/",
    ):
        assert desk.get(f"{here}/{path.format(number)}").status_code == 404
    for path in ("people/{}/withdraw/", "rounds/{}/publish/"):
        page = desk.post(f"{here}/{path.format(number)}", follow=True)
        assert "Iemand was je net voor." in page.content.decode()
