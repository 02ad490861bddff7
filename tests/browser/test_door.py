"""A queue at the door, by keyboard alone; two laptops; and no script at all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keys import press
from tests.building import Evening
from tournament.actions import registration
from tournament.models import Club, Player
from tournament.queries.door import door

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]

# Who comes in, and what is typed: people of the address book by a few letters, two
# of one name by the arrow key, new people by their name; who pays later last.
QUEUE: tuple[tuple[str, list[str]], ...] = (
    ("Anneke Bos", [*"ann", "Enter"]),
    ("Jan Doeksen", [*"doe", "Enter"]),
    ("Jan de Vries", [*"vri", "Enter"]),
    ("Jan de Vries", [*"vri", "Enter"]),
    ("Zoë Lammers", [*"zo", "Enter"]),
    ("Cor Mulder", [*"mul", "Enter"]),
    ("Wil Jansen", [*"jan", "ArrowDown", "Enter"]),
    ("Bo Li", [*"Bo Li", "Enter"]),
    ("Ali Haddad", [*"Ali Haddad", "Enter"]),
    ("Ymkje Hiemstra", [*"ym", "Shift+Enter"]),
)
BOOK = (
    "Anneke Bos",
    "Jan Doeksen",
    "Jan de Vries",
    "Jan de Vries",
    "Zoë Lammers",
    "Cor Mulder",
    "Jannie Smit",
    "Wil Jansen",
    "Ymkje Hiemstra",
)


@pytest.fixture
def night(evening: Build, club: Club) -> Evening:
    for name in BOOK:
        registration.add_player(club, None, name=name)
    return evening(0, fee_cents=500)


def at_door(page: Page, night: Evening, asked: str = "") -> Page:
    page.goto(f"/nl/desk/{night.tournament.slug}/door/{asked}")
    return page


def given(page: Page, number: int, name: str) -> None:
    """The card has this number and name, in large type."""
    expect(page.locator("#card .num")).to_have_text(f"Startnummer {number}")
    expect(page.locator("#card")).to_contain_text(name)


def test_ten_people_come_in_by_keyboard_alone(desk_page: Page, night: Evening) -> None:
    at_door(desk_page, night)
    for number, (name, keys) in enumerate(QUEUE, 1):
        expect(desk_page.locator("#who")).to_be_focused()
        press(desk_page, keys)
        given(desk_page, number, name)

    now = door(night.tournament)
    assert (now.count, now.paid, now.cash) == (10, 9, 4500)
    assert Player.objects.count() == len(BOOK) + 2
    # Shift is a key of its own, with Enter as for a capital.
    pressed = [key for _name, keys in QUEUE for key in keys]
    keys_pressed = sum(1 + ("+" in key or key.isupper()) for key in pressed)
    print(f"10 people in with {keys_pressed} keys")
    assert keys_pressed == 53
    expect(desk_page.locator(".ledger .sum dd")).to_have_text("€\xa045,00")


def test_a_near_double_is_asked_and_answered_by_keyboard(
    desk_page: Page, night: Evening
) -> None:
    at_door(desk_page, night)
    press(desk_page, [*"Ane ke Bos", "Enter"])
    expect(desk_page.locator("h2", has_text="Is “Ane ke Bos”")).to_be_visible()
    press(desk_page, ["Enter"])
    given(desk_page, 1, "Anneke Bos")
    assert Player.objects.count() == len(BOOK)


def test_what_is_said_at_the_door_is_kept_by_keyboard(
    desk_page: Page, night: Evening
) -> None:
    at_door(desk_page, night)
    press(desk_page, [*"ym", "Shift+Enter"])
    given(desk_page, 1, "Ymkje Hiemstra")
    desk_page.get_by_role("button", name="Noteer als betaald").press("Enter")
    expect(desk_page.locator(".st.ok")).to_have_text("€\xa05,00 is betaald")
    desk_page.get_by_role("button", name="ja", exact=True).press("Enter")
    expect(desk_page.get_by_role("button", name="ja", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    note = desk_page.get_by_label("Club of huishouden")
    note.fill("De Overkant")
    note.press("Enter")
    expect(desk_page.locator("#who")).to_be_focused()
    player = Player.objects.get(name="Ymkje Hiemstra")
    assert (player.consent, player.note) == (True, "De Overkant")


def test_two_laptops_see_each_others_people_and_register_nobody_twice(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    left, right = desk_context().new_page(), desk_context().new_page()
    for page in (left, right):
        at_door(page, night)
        page.keyboard.type("zo")
        expect(page.locator(".sel")).to_contain_text("Zoë Lammers")
    press(left, ["Enter"])
    given(left, 1, "Zoë Lammers")
    press(right, ["Enter"])
    given(right, 1, "Zoë Lammers")
    expect(right.locator(".note.err")).to_contain_text("met startnummer 1")
    press(right, [*"mul", "Enter"])
    given(right, 2, "Cor Mulder")
    # The list of the other follows by itself, and the field keeps what is typed.
    left.keyboard.type("ann")
    expect(left.locator(".log li")).to_have_count(2)
    expect(left.locator("#who")).to_have_value("ann")
    press(left, ["Enter"])
    given(left, 3, "Anneke Bos")


def test_a_registration_is_undone_from_the_list(
    desk_page: Page, night: Evening
) -> None:
    at_door(desk_page, night)
    press(desk_page, [*"Ali Haddad", "Enter"])
    given(desk_page, 1, "Ali Haddad")
    desk_page.locator(".log").get_by_role("button", name="Ali Haddad").click()
    expect(desk_page.locator(".note")).to_contain_text("Geef €\xa05,00 terug.")
    assert door(night.tournament).count == 0


def test_without_script_the_door_works_by_its_buttons(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    page = desk_context(script=False).new_page()
    at_door(page, night)
    page.locator("#who").fill("zo")
    page.locator("#who").press("Enter")
    page.get_by_role("button", name="Zoë Lammers: betaald").click()
    given(page, 1, "Zoë Lammers")
    page.locator("#who").fill("Ali Haddad")
    page.get_by_role("button", name="Zoek").click()
    page.get_by_role("button", name="Ali Haddad: betaalt later").click()
    given(page, 2, "Ali Haddad")
    now = door(night.tournament)
    assert (now.count, now.paid) == (2, 1)


def test_a_pair_comes_in_by_keyboard(
    desk_page: Page, evening: Build, night: Evening
) -> None:
    pairs = evening(0, name="Koppels", rulebook="belotten", entrants="pairs")
    at_door(desk_page, pairs)
    press(desk_page, [*"zo", "Enter"])
    expect(desk_page.locator("h1")).to_have_text("Wie speelt er met Zoë Lammers?")
    press(desk_page, [*"Ali Haddad", "Enter"])
    given(desk_page, 1, "Zoë Lammers & Ali Haddad")
