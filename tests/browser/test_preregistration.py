"""From the public page to the door: by phone, by keyboard, without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keys import press
from tests.browser.test_door import at_door, given
from tests.building import Evening
from tournament.actions import preregistration, registration
from tournament.models import Club, Member, Player, PreRegistration
from tournament.queries.door import door

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build, club: Club) -> Evening:
    for name in ("Jan de Vries", "Anneke Bos"):
        registration.add_player(club, None, name=name)
    return evening(0, fee_cents=500, preregistration=True)


def register(page: Page, night: Evening, name: str, answer: str) -> str:
    """Fill in the public page; the number one gets."""
    page.goto(f"/nl/t/{night.tournament.slug}/register/")
    page.get_by_label("Je voor- en achternaam").fill(name)
    page.get_by_label(answer, exact=True).check()
    page.locator("#register .btn.main").click()
    expect(page.locator("h2")).to_contain_text("je bent aangemeld")
    return page.locator(".number").inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_somebody_registers_and_is_let_in_by_number_and_another_by_name(
    desk_page: Page,
    open_context: Callable[..., BrowserContext],
    night: Evening,
    script: bool,
) -> None:
    phone = open_context(script=script).new_page()
    code = register(phone, night, "Zelda Zwijg", "Nee, alleen mijn nummer")
    register(phone, night, "Jan de Vries", "Ja, mijn naam")

    at_door(desk_page, night)
    expect(desk_page.locator(".side")).to_contain_text("2 vooraf aangemeld")
    keys = [*code[:4].lower(), "Enter"]
    press(desk_page, keys)
    given(desk_page, 1, "Zelda Zwijg")
    press(desk_page, [*"vri", "Shift+Enter"])
    given(desk_page, 2, "Jan de Vries")
    expect(desk_page.locator(".side")).to_contain_text("0 vooraf aangemeld")
    print(f"found by number with {len(keys)} keys")
    assert len(keys) == 5

    now = door(night.tournament)
    assert (now.count, now.paid, now.expected) == (2, 1, ())
    said = Member.objects.order_by("entry__number").values_list("consent", flat=True)
    assert list(said) == [False, True]
    assert Player.objects.filter(name="Jan de Vries").count() == 1
    phone.goto(f"/nl/t/{night.tournament.slug}/register/{code}/")
    expect(phone.locator(".note")).to_contain_text("Je startnummer is 1.")


def test_a_double_press_is_one_registration_and_cancelling_ends_it(
    open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    page = open_context().new_page()
    page.goto(f"/nl/t/{night.tournament.slug}/register/")
    page.get_by_label("Je voor- en achternaam").fill("Jan")
    page.get_by_label("Ja, mijn naam", exact=True).check()
    page.locator("#register .btn.main").dblclick()
    expect(page.locator("h2")).to_contain_text("Jan, je bent aangemeld")
    assert PreRegistration.objects.count() == 1
    page.get_by_text("Kom je toch niet?").click()
    page.get_by_role("button", name="Meld je af").click()
    expect(page.locator(".note")).to_contain_text("Je bent niet meer aangemeld.")
    assert door(night.tournament).expected == ()


def test_two_laptops_let_somebody_in_once(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    code = preregistration.new_code()
    preregistration.preregister(night.tournament, [("Zelda Zwijg", True)], code)
    left, right = desk_context().new_page(), desk_context().new_page()
    for page in (left, right):
        at_door(page, night)
        page.keyboard.type("zel")
        expect(page.locator(".sel")).to_contain_text(code)
    press(left, ["Enter"])
    given(left, 1, "Zelda Zwijg")
    press(right, ["Enter"])
    given(right, 1, "Zelda Zwijg")
    expect(right.locator(".note.err")).to_contain_text("met startnummer 1")
    assert Member.objects.count() == 1


def test_a_pair_that_registered_comes_in_by_keyboard(
    desk_page: Page, evening: Build, night: Evening
) -> None:
    pairs = evening(
        0, name="Koppels", rulebook="belotten", entrants="pairs", preregistration=True
    )
    for names in (("Jan de Vries", "Ali Haddad"), ("Aneke Bos", "Bo Li")):
        people = [(name, True) for name in names]
        preregistration.preregister(
            pairs.tournament, people, preregistration.new_code()
        )
    at_door(desk_page, pairs)
    press(desk_page, [*"ali", "Enter"])
    given(desk_page, 1, "Jan de Vries & Ali Haddad")
    # One of them is written otherwise in the address book: chosen one by one.
    press(desk_page, [*"bo li", "Enter"])
    expect(desk_page.locator("h1")).to_contain_text("Wie is de eerste?")
    press(desk_page, ["Enter"])
    expect(desk_page.locator("h1")).to_have_text("Wie speelt er met Anneke Bos?")
    press(desk_page, ["Enter"])
    given(desk_page, 2, "Anneke Bos & Bo Li")
    assert door(pairs.tournament).expected == ()
