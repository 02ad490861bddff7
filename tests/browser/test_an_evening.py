"""A club's evening as it really goes, from the empty list to the prizes, at one desk.

43 people: 28 on the list, 12 at the door, 3 late; two go home, one is replaced for a
round. A form is in twice, one lies under the wrong table, one is put right afterwards.
Nobody opens the admin or loads a page again, and every click and key is counted.
"""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, FilePayload, expect

from scoring.models import Revision
from tests.browser.boards import formulas_in, places, standing, standing_in
from tests.browser.night import (
    Night,
    close,
    draw,
    fill_the_rest,
    find,
    first_missing,
    hand_in,
    let_in,
)
from tests.browser.presses import TYPE_ROWS, Hands
from tests.browser.recount import recounted
from tournament.actions import registration
from tournament.models import Club, Seat, Table, Tournament
from tournament.simulation import FIRST, LAST

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LISTED = [
    *(" ".join(names) for names in zip(FIRST, LAST[: len(FIRST)], strict=True)),
    *("Agnes Zandstra", "Loes Zonneveld"),
]
# Who the club knows, and what is typed for them at the door; then who nobody knew.
KNOWN = {
    "Yvonne Bruinsma": "bru",
    "Olivier Vos": "vos",
    "Gijs Postma": "pos",
    "Hanneke Kok": "kok",
    "Lotte Hoek": "hoe",
    "Ton Dijk": "dij",
    "Mieke Vink": "vin",
    "Cees Ruiter": "rui",
}
NEW = ["Ali Haddad", "Bo Li", "Jo Maas", "Sam Tol"]
LATE = {"Ineke Schout": "sch", "Rob Prins": "pri", "Bas Kramer": "kra"}
SUBSTITUTE = "Nel Swart"
# Start numbers: of who goes home after round 1, who is replaced in round 2 and who is
# taken ill in round 3, from so many deals on.
HOME, REPLACED, ILL, FROM_DEAL = 7, 5, 12, 8
# Clicks and keys of the desk beside the cells of the forms. A flow that takes more of
# them is a worse one; with fewer this comes down.
PRESSES = 507
# A page loaded again says so on its console, which no page here may write to.
RELOADED = """if (performance.getEntriesByType("navigation")[0]?.type === "reload")
  console.error("somebody had to load this page again")"""


@pytest.fixture
def night(
    desk_context: Callable[..., BrowserContext],
    open_context: Callable[..., BrowserContext],
    club: Club,
) -> Night:
    for name in (*KNOWN, *LATE, SUBSTITUTE):
        registration.add_player(club, None, name=name)
    context = desk_context("en")
    context.add_init_script(RELOADED)
    return Night(Hands(context.new_page()), open_context("en").new_page())


def make_the_tournament(night: Night) -> None:
    hands = night.hands
    hands.step = "tournament"
    hands.page.goto("/en/desk/")
    hands.link("New tournament")
    hands.click(hands.page.get_by_label("Name", exact=True))
    hands.type("najaarsbollen")
    hands.click(hands.page.get_by_label(re.compile("Entry fee")))
    hands.press("Control+a")
    hands.type("5")
    hands.press("Enter")


def bring_in_the_list(night: Night) -> None:
    hands = night.hands
    hands.step = "list"
    text = "\n".join(["Naam", *LISTED])
    listed = FilePayload(name="leden.csv", mimeType="text/csv", buffer=text.encode())
    hands.bring(hands.page.locator("form[action$='/import/'] [type=file]"), listed)
    hands.button("Read the list")
    night.said("28")


def at_the_door(night: Night) -> None:
    hands = night.hands
    hands.step = "door"
    night.tab("Door")
    for name in LISTED:
        let_in(night, name, name[:4].strip().lower())
    for name, letters in KNOWN.items():
        let_in(night, name, letters)
    for name in NEW:
        let_in(night, name, name)
    expect(night.page.locator(".ledger .sum dd")).to_contain_text("200.00")


def first_round(night: Night) -> None:
    """One comes when everybody knows their table already."""
    night.hands.step = "round 1"
    night.tab("Round")
    draw(night, 1)
    comes_late(night, "Ineke Schout")
    first_missing(night)
    fill_the_rest(night, 1, by_key=2)
    close(night, 1)


def comes_late(night: Night, name: str) -> None:
    """Registered at the door, and seated at the one table where it costs least."""
    before = tables_of_now()
    night.tab("Door")
    let_in(night, name, LATE[name])
    night.hands.link("Choose a table")
    night.hands.button("Join table")
    night.said(f"{name} sits at table")
    after = tables_of_now()
    assert sum(before[table] != after[table] for table in after) == 1


def tables_of_now() -> dict[int, set[int]]:
    """Who sits at which table of the last round."""
    last = Tournament.objects.get().rounds.latest("number")
    return {
        table.number: set(table.seats.values_list("entry__number", flat=True))
        for table in Table.objects.filter(round=last)
    }


def in_the_pause(night: Night) -> None:
    """One goes home, another one comes."""
    hands = night.hands
    hands.step = "pause"
    night.tab("People")
    hands.link(LISTED[HOME - 1])
    hands.button("Withdraw from round 2 on")
    night.tab("Door")
    let_in(night, "Rob Prins", LATE["Rob Prins"])


def second_round(night: Night) -> None:
    night.hands.step = "round 2"
    night.tab("Round")
    draw(night, 2)
    is_replaced(night)
    first_missing(night)
    phone_and_paper_differ(night)
    typed_under_the_wrong_table(night)
    fill_the_rest(night, 2, by_key=1)
    close(night, 2)


def is_back(night: Night) -> None:
    """Before the draw the page says who is not there; the barman is, by now."""
    hands, name = night.hands, LISTED[REPLACED - 1]
    night.tab("Round")
    night.said(f"Not there: {name}")
    hands.link("Somebody absent or late")
    hands.click(night.page.get_by_label("Name or start number"))
    hands.type(str(REPLACED))
    hands.click(night.page.get_by_role("group", name=name).get_by_text("present"))
    hands.button("Save who is present")
    night.said("1 change saved.")


def is_replaced(night: Night) -> None:
    """Somebody stands behind the bar for a round; another one plays for them."""
    hands = night.hands
    find(night, f"n{REPLACED}")
    hands.link("Who sits here")
    hands.link(f"Change.*{LISTED[REPLACED - 1]}")
    hands.choose(night.page.get_by_label("Somebody the club knows"), SUBSTITUTE)
    hands.button("Let them sit in")
    night.said(f"{SUBSTITUTE} sits in for number {REPLACED}")


def phone_and_paper_differ(night: Night) -> None:
    """The captain hands in while the paper is typed; that has a penalty bol more."""
    hands, page = night.hands, night.page
    rows = night.played(2)
    hands.type_form(rows)
    hands.click(page.locator("[name=pen1]"))
    hands.type("1")
    link = page.locator("details.link a").get_attribute("href") or ""
    night.phone.goto(urlsplit(link).path)  # the card has the hall's address before it
    night.phone.evaluate(TYPE_ROWS, rows)
    night.phone.get_by_role("button", name="Hand in the form").click()
    expect(night.phone.locator("main")).to_contain_text("Handed in.")
    here = page.url
    hands.press("Control+Enter")
    expect(page.locator("#two-h")).to_be_visible()
    expect(page.locator("caption", has_text="difference")).to_contain_text("1")
    expect(page.locator("#changes")).to_be_visible()
    hands.type("the penalty was forgotten on the phone")
    hands.button("Take the second")
    page.wait_for_url(lambda url: url != here)


def typed_under_the_wrong_table(night: Night) -> None:
    """A form from lower in the pile is typed where the first of it belongs."""
    hands, page = night.hands, night.page
    while night.places != 4:  # the table of five has no other to be mistaken for
        hand_in(night, night.played(2))
    wrong, rows = night.table, night.played(2)
    hand_in(night, rows)
    find(night, f"t{wrong}")
    hands.link("Move it")
    other = page.locator("#to option", has_text="Round 2,").last.inner_text()
    hands.choose(page.locator("#to"), other)
    hands.button("Look at that table")
    expect(page.locator("#reason")).to_be_focused()
    hands.type("typed under the wrong table")
    hands.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(f"/{wrong}/") and "?" not in url)
    moved = Table.objects.get(round__number=2, number=night.table).sheet
    assert night.table != wrong
    assert Revision.objects.get(sheet=moved, counted=True).cells["rows"] == rows
    find(night, f"t{wrong}")


def third_round(night: Night) -> None:
    """One is taken ill during the game, and the last one comes in."""
    night.hands.step = "round 3"
    is_back(night)
    night.tab("Round")
    draw(night, 3)
    is_taken_ill(night)
    first_missing(night)
    fill_round_three(night, 1)
    comes_late(night, "Bas Kramer")
    first_missing(night)
    fill_round_three(night)
    close(night, 3)


def is_taken_ill(night: Night) -> None:
    hands = night.hands
    find(night, f"n{ILL}")
    hands.link("Who sits here")
    hands.link(f"Change.*{LISTED[ILL - 1]}")
    deal = night.page.get_by_label("Not dealt in from deal")
    hands.choose(deal, deal.locator("option").nth(FROM_DEAL - 1).inner_text())
    hands.button("Note that they left")


def fill_round_three(night: Night, forms: int = 99) -> None:
    """So many forms; that of who was taken ill has dashes."""
    while forms and re.search(r"/tables/\d+/$", night.page.url):
        expect(night.page.locator("#c1-1")).to_be_focused()
        ill = Seat.objects.get(round__number=3, entry__number=ILL)
        at_this = ill.table.number == night.table
        hand_in(night, night.played(3, (ill.place, FROM_DEAL) if at_this else None))
        forms -= 1


def prizes_on_the_list(night: Night) -> None:
    hands = night.hands
    hands.step = "prizes"
    night.tab("Prizes")
    hands.button("First three and booby prize")
    hands.button("Divide")
    night.said("In the cash box")


def put_right_afterwards(night: Night) -> None:
    """Two rows of a form of round 3 were exchanged."""
    hands, page = night.hands, night.page
    hands.step = "correction"
    night.tab("Round")
    table = next(n for n, people in tables_of_now().items() if ILL not in people)
    hands.click(page.locator(".tcell").nth(table - 1))
    form = Revision.objects.get(
        sheet__table__round__number=3, sheet__table__number=table, counted=True
    )
    one, other = form.cells["rows"][:2]
    assert one != other
    expect(page.locator("#c1-1")).to_be_focused()
    hands.type_form([other, one], by_key=True)
    hands.click(page.locator("#reason"))
    hands.type("two rows exchanged")
    hands.press("Control+Enter")
    expect(page.locator("#changes")).to_contain_text("→")
    assert Revision.objects.get(sheet=form.sheet, counted=True) == form
    hands.press("Enter")
    page.wait_for_url(lambda url: "/tables/" not in url)


def hidden_from_the_last_round(night: Night) -> None:
    night.hands.step = "hide"
    night.tab("Prizes")
    night.hands.link("Reveal the standings")
    night.hands.button("Hide the standings")


def last_round(night: Night) -> None:
    night.hands.step = "round 4"
    night.tab("Round")
    draw(night, 4)
    first_missing(night)
    fill_the_rest(night, 4, by_key=1)
    close(night, 4)


def on_stage(night: Night) -> None:
    """All but the first three at once, those by a key each; the hall sees it."""
    hands, page = night.hands, night.page
    slug = Tournament.objects.get().slug
    night.phone.goto(f"/en/t/{slug}/")
    expect(night.phone.locator("main")).to_contain_text("until the prize-giving")
    hands.step = "stage"
    night.tab("Prizes")
    hands.link("Reveal the standings")
    several = page.get_by_label("Several places at once")
    expect(several).to_be_visible()
    labels = [option.inner_text() for option in several.locator("option").all()]
    down_to = {int(label.split()[-1]): label for label in labels if label[-1].isdigit()}
    hands.choose(several, down_to[min(place for place in down_to if place > 3)])
    hands.button("Reveal these")
    expect(page.locator(".stage .clock")).not_to_have_text("?")
    while page.get_by_role("button", name="Reveal place").count():
        was = page.locator(".stage .clock").inner_text()
        hands.press(" ")
        expect(page.locator(".stage .clock")).not_to_have_text(was)
    night.said("Everything is revealed.")


def read_out(night: Night) -> None:
    hands = night.hands
    hands.step = "read out"
    night.tab("Prizes")
    hands.link("Read out or print")
    expect(night.page.locator(".readout .awards > li")).not_to_have_count(0)


def take_the_workbook(night: Night, target: Path) -> None:
    night.hands.step = "workbook"
    night.tab("Standings")
    with night.page.expect_download() as download:
        night.hands.link("Download the workbook")
    download.value.save_as(target)


def shut_the_evening(night: Night) -> None:
    night.hands.step = "closed"
    night.tab("Prizes")
    night.hands.button("Close the tournament")
    night.said("This tournament is closed")


def test_an_evening_of_43_people_goes_from_the_list_to_the_prizes_at_one_desk(
    night: Night, tmp_path: Path
) -> None:
    visited: list[str] = []
    night.page.on("framenavigated", lambda frame: visited.append(frame.url))
    tournament = Tournament.objects.get
    for step in (
        make_the_tournament,
        bring_in_the_list,
        at_the_door,
        first_round,
        in_the_pause,
        second_round,
        third_round,
        prizes_on_the_list,
        put_right_afterwards,
        hidden_from_the_last_round,
        last_round,
        on_stage,
        read_out,
    ):
        step(night)
    take_the_workbook(night, tmp_path / "evening.xlsx")

    shown = standing(night.page)
    assert sorted(places(night.page)) == recounted(tournament())
    assert standing_in(tmp_path / "evening.xlsx") == shown
    assert formulas_in(tmp_path / "evening.xlsx") > len(shown)
    night.phone.goto(f"/en/t/{tournament().slug}/")
    assert standing(night.phone) == shown
    shut_the_evening(night)

    seated = [round_.seats.count() for round_ in tournament().rounds.order_by("number")]
    assert (len(shown), seated) == (43, [41, 41, 42, 41])
    assert Seat.objects.filter(player__name=SUBSTITUTE).count() == 1
    assert not [url for url in visited if "/admin/" in url]
    print(night.hands.told())
    assert night.hands.presses.total() <= PRESSES
