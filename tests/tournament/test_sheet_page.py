"""The desk's page for one form: nothing typed is lost, nothing wrong gets in."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Draft, Revision
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, Evening, reading
from tournament.actions import rounds, sheets
from tournament.models import LogEntry, Round

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
Typed = dict[str, str]


class Page(HTMLParser):
    """The inputs of a page by name, and what its links point at."""

    def __init__(self, response: Answer) -> None:
        super().__init__()
        self.inputs: dict[str, dict[str, str]] = {}
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.text = ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {key: value or "" for key, value in attrs}
        self.ids.add(named.get("id", ""))
        if tag == "a":
            self.links.add(named.get("href", ""))
        if tag == "input" and "name" in named:
            self.inputs[named["name"]] = named

    def handle_data(self, data: str) -> None:
        self.text += data

    def value(self, name: str) -> str:
        return self.inputs[name].get("value", "")

    @property
    def wrong(self) -> set[str]:
        return {n for n, a in self.inputs.items() if a.get("aria-invalid") == "true"}


def form_of(rows: Sequence[str] = FORM_OF_FOUR, **more: str) -> Typed:
    """What a browser posts for these rows, with changes such as c2_4="x"."""
    typed = {"key": uuid.uuid4().hex, "based_on": "0"}
    for place, row in enumerate(rows, 1):
        for deal, cell in enumerate(row.split(), 1):
            typed[f"c{place}-{deal}"] = cell
        typed[f"pen{place}"] = ""
    return typed | {
        name.replace("_", "-", name[0] == "c"): v for name, v in more.items()
    }


def address(night: Evening, table: int = 1) -> str:
    return f"/nl/desk/{night.tournament.slug}/rounds/1/tables/{table}/"


def post(desk: Client, night: Evening, typed: Mapping[str, Any]) -> Answer:
    return desk.post(address(night), typed)


def correct(desk: Client, night: Evening, typed: Mapping[str, Any]) -> Answer:
    """Hand in a correction, and save it after seeing what it changes."""
    preview = post(desk, night, typed)
    assert preview.status_code == 200
    return post(desk, night, {**typed, "sure": Page(preview).value("sure")})


def cells_shown(page: Page) -> Typed:
    return {n: page.value(n) for n in page.inputs if n[0] == "c" and n[1:2].isdigit()}


def cells_typed(typed: Typed) -> Typed:
    return {n: v for n, v in typed.items() if n[0] == "c"}


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(8)
    night.publish()
    return night


def test_a_good_form_is_stored_as_it_was_typed_and_leads_to_the_next_table(
    desk: Client, night: Evening
) -> None:
    response = post(desk, night, form_of(pen3="1"))
    assert response.headers["Location"] == address(night, 2)
    revision = Revision.objects.get()
    assert revision.cells["rows"] == reading(FORM_OF_FOUR)["rows"]
    assert revision.cells["penalties"] == [{"place": 3}]
    assert [r.total for r in revision.results.order_by("place")] == [16, 9, 13, 17]
    assert (revision.made_by, revision.source) == (night.director, "desk")
    assert night.round(1).state == Round.State.PLAYING


def test_the_last_form_leads_back_to_the_round(desk: Client, night: Evening) -> None:
    night.hand_in(night.table(1, 2))
    response = post(desk, night, form_of())
    assert response.headers["Location"] == f"/nl/desk/{night.tournament.slug}/"


@pytest.mark.parametrize(
    ("change", "wrong", "sentence"),
    [
        ({"c2_4": ""}, {"c2-4"}, "Deze cel is leeg"),
        ({"c1_1": "7"}, {"c1-1"}, "Hier is een bod 0 tot en met 1"),
        ({"c1_1": "-1"}, {"c1-1"}, "Hier is een bod 0 tot en met 1"),
        ({"c3_5": "een"}, {"c3-5"}, "is geen heel getal"),
        # A misread digit: 3 + 1 + 2 = 6 tricks made with four cards.
        ({"c1_4": "3"}, {"c1-4", "c3-4", "c4-4"}, "6 slagen, er zijn er 4"),
        # Bids that add up to the tricks: the last bidder, who deals first, may not.
        ({"c4_1": "0x"}, {"c1-1"}, "samen precies 1, en dat mag"),
    ],
)
def test_a_faulty_form_keeps_what_was_typed_and_marks_the_cells_to_blame(
    desk: Client,
    night: Evening,
    change: dict[str, str],
    wrong: set[str],
    sentence: str,
) -> None:
    typed = form_of(pen2="1", **change)
    response = post(desk, night, typed)
    assert response.status_code == 422
    page = Page(response)
    assert cells_shown(page) == cells_typed(typed)
    assert page.value("pen2") == "1"
    assert page.wrong == wrong
    assert sentence in page.text
    linked = {link[1:] for link in page.links if link[:2] == "#c" and link[2] in "1234"}
    assert linked
    assert linked <= page.ids
    described = {page.inputs[name].get("aria-describedby") for name in page.wrong}
    assert (described - {None}) <= page.ids
    assert not Revision.objects.exists()


def test_an_impossible_deal_is_marked_at_its_bollen(
    desk: Client, evening: Build
) -> None:
    night = evening(4)
    night.publish()
    # Deal 2, two cards: 1 + 1 made, so who bid 0 and has a bol took none (BD06).
    typed = form_of(c1_2="1", c2_2="1", c3_2="0x", c4_2="1x")
    response = post(desk, night, typed)
    page = Page(response)
    assert response.status_code == 422
    assert page.wrong == {"c3-2", "c4-2"}
    assert "over voor de bollen" in page.text


def test_a_deal_that_was_bid_wrongly_is_accepted_with_a_reason(
    desk: Client, night: Evening
) -> None:
    # Deal 1, one card: 0, 0, 0x and 1x are exactly one, and happened all the same.
    typed = form_of(c3_1="0x")
    page = Page(post(desk, night, typed))
    assert page.inputs["as_played"]["value"] == "1"
    response = post(desk, night, typed | {"as_played": "1"})
    assert response.status_code == 422
    assert "reason" in Page(response).inputs
    response = post(desk, night, typed | {"as_played": "1", "reason": "zo geboden"})
    assert response.status_code == 302
    revision = Revision.objects.get()
    assert revision.cells["as_played"] == [1]
    assert revision.overruled == {"bid_sum_equals_tricks": "zo geboden"}


def test_a_draft_is_kept_for_oneself_and_does_not_count(
    desk: Client, night: Evening
) -> None:
    half = {n: v for n, v in form_of().items() if n[:2] in ("c1", "c2", "ke", "ba")}
    response = post(desk, night, half | {"draft": "1"})
    assert response.status_code == 302
    assert not Revision.objects.exists()
    page = Page(desk.get(address(night)))
    assert "Dit is je klad van" in page.text
    assert page.value("c2-4") == "1x"
    assert page.value("c3-4") == ""


def test_a_refused_form_is_still_there_after_a_reload(
    desk: Client, night: Evening
) -> None:
    typed = form_of(c1_4="3")
    post(desk, night, typed)
    assert cells_shown(Page(desk.get(address(night)))) == cells_typed(typed)
    post(desk, night, form_of())
    assert not Draft.objects.exists()


def test_the_slower_of_two_sees_both_forms(desk: Client, night: Evening) -> None:
    night.hand_in(night.table(1, 1))
    typed = form_of(pen1="2")
    response = post(desk, night, typed)
    assert response.status_code == 422
    page = Page(response)
    assert "ingeleverd" in page.text
    where = [(each.first, each.second) for each in response.context["two"].differences]
    assert where == [("", "2")]  # the penalty bollen of the first place
    assert response.content.decode().count('data-place="1"') == 3
    assert page.value("pen1") == "2"
    assert page.value("based_on") == "1"
    assert Revision.objects.count() == 1
    again = typed | {"based_on": "1", "key": page.value("key"), "reason": "verzaakt"}
    # What the second would change stood on the page already.
    again["sure"] = page.value("sure")
    assert post(desk, night, again).status_code == 302
    assert Revision.objects.get(counted=True).number == 2


def test_a_correction_needs_a_reason(desk: Client, night: Evening) -> None:
    night.hand_in(night.table(1, 1))
    typed = form_of(based_on="1", pen1="1")
    for reason in ("", "   "):
        response = post(desk, night, typed | {"reason": reason})
        assert response.status_code == 422
        assert "Zeg waarom" in Page(response).text
    assert correct(desk, night, typed | {"reason": "verzaakt"}).status_code == 302
    old, new = Revision.objects.order_by("number")
    assert (old.counted, new.counted, new.reason) == (False, True, "verzaakt")
    assert LogEntry.objects.filter(action="sheet.corrected").count() == 1


def test_a_closed_round_can_still_be_corrected_with_a_reason(
    desk: Client, evening: Build
) -> None:
    night = evening(4, played=1)
    typed = form_of(based_on="1", pen1="1")
    assert post(desk, night, typed).status_code == 422
    assert correct(desk, night, typed | {"reason": "verzaakt"}).status_code == 302
    assert night.round(1).state == Round.State.CLOSED


def test_the_form_of_a_table_that_was_left_out_needs_a_reason(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    round_ = night.publish()
    night.fill(round_, leave=[1])
    rounds.close(round_, night.director, without=frozenset({1}))
    assert post(desk, night, form_of()).status_code == 422
    assert correct(desk, night, form_of(reason="lag nog op tafel")).status_code == 302


@pytest.mark.parametrize("text", ["een", "-1", "1000", "1.5"])
def test_a_penalty_cell_that_is_no_number_is_named_and_kept(
    desk: Client, night: Evening, text: str
) -> None:
    response = post(desk, night, form_of(pen2=text))
    assert response.status_code == 422
    page = Page(response)
    assert f"“{text}” is geen getal" in page.text
    assert page.value("pen2") == text
    assert not Revision.objects.exists()


def test_a_colleagues_draft_outlives_my_handing_in(
    desk: Client, night: Evening, outsider: User
) -> None:
    sheets.save_draft(night.table(1, 1), reading(FORM_OF_FOUR), outsider)
    post(desk, night, form_of() | {"draft": "1"})
    assert Draft.objects.count() == 2
    post(desk, night, form_of())
    assert [d.device for d in Draft.objects.all()] == [sheets.desk_device(outsider)]


def test_the_same_form_sent_twice_is_one_handing_in(
    desk: Client, night: Evening
) -> None:
    typed = form_of()
    assert [post(desk, night, typed).status_code for _ in range(2)] == [302, 302]
    # And with another key: what is the same needs no second version.
    assert post(desk, night, form_of(based_on="1")).status_code == 302
    assert Revision.objects.count() == 1
    assert LogEntry.objects.filter(action="sheet.handed_in").count() == 1


def test_a_form_changed_after_going_back_in_the_browser_is_not_dropped(
    desk: Client, night: Evening
) -> None:
    typed = form_of()
    post(desk, night, typed)
    response = post(desk, night, typed | {"pen1": "1"})
    assert response.status_code == 422
    assert Page(response).value("pen1") == "1"
    again = typed | {"pen1": "1", "based_on": "1", "reason": "verzaakt"}
    assert post(desk, night, again).status_code == 422
    assert Revision.objects.count() == 1
    again |= {"key": Page(response).value("key")}
    assert correct(desk, night, again).status_code == 302


def test_tricks_of_other_deals_survive_a_correction_at_the_desk(
    desk: Client, evening: Build
) -> None:
    night = evening(5)
    night.publish()
    rows = [row.split() for row in FORM_OF_FIVE]
    tricks = [[taken_of(rows, place, deal) for deal in range(11)] for place in range(5)]
    cells = reading(FORM_OF_FIVE, tricks=tricks, first_leader=4)
    night.hand_in(night.table(1, 1), cells)
    # Deal 9 (three cards): the bol bid 1 instead of 2, and took none all the same.
    changed = form_of(FORM_OF_FIVE, c3_9="0x", based_on="1", reason="verschreven")
    assert correct(desk, night, changed).status_code == 302
    now = Revision.objects.get(counted=True).cells
    assert now["first_leader"] == 4
    for place in range(5):
        assert now["tricks"][place][8] is None
        assert [t for d, t in enumerate(now["tricks"][place]) if d != 8] == [
            t for d, t in enumerate(tricks[place]) if d != 8
        ]


def taken_of(rows: list[list[str]], place: int, deal: int) -> int:
    """Some tricks that agree with the cells: what is left goes to one bol."""
    cards = (1, 2, 3, 4, 5, 5, 5, 4, 3, 2, 1)[deal]
    made = [int(row[deal]) if row[deal].isdigit() else None for row in rows]
    if (own := made[place]) is not None:
        return own
    missed = [at for at, bid in enumerate(made) if bid is None]
    left = cards - sum(bid or 0 for bid in made)
    for shares in splits(left, len(missed)):
        bids = [int(rows[at][deal][0]) for at in missed]
        if all(share != bid for share, bid in zip(shares, bids, strict=True)):
            return shares[missed.index(place)]
    raise AssertionError("the form is one that can have happened")


def splits(total: int, parts: int) -> list[list[int]]:
    if parts == 1:
        return [[total]]
    return [
        [first, *rest]
        for first in range(total + 1)
        for rest in splits(total - first, parts - 1)
    ]


GARBAGE = [
    "x" * 5000,
    "9" * 5000,
    "٣",
    "²",
    "🂡",
    "-5",
    "1e3",
    "1\x00",
    "●●2",
    "</script><b>\u202e",
    "\r\n%s",
    "{{ 7 }}",
]
FIELDS = ["c1-1", "c4-11", "pen2", "based_on", "key", "as_played", "reason", "draft"]


def test_garbage_in_any_field_never_breaks_the_page(
    desk: Client, evening: Build
) -> None:
    night = evening(4)
    night.publish()
    for garbage in GARBAGE:
        for name in FIELDS:
            response = post(desk, night, form_of() | {name: garbage})
            assert response.status_code in (302, 422), (name, garbage)
        response = post(desk, night, dict.fromkeys([*form_of(), *FIELDS], garbage))
        assert response.status_code in (302, 422), garbage
        assert desk.get(address(night)).status_code == 200
    kept = [r.cells for r in Revision.objects.all()]
    kept += [d.cells for d in Draft.objects.all()]
    assert not [cell for c in kept for row in c["rows"] for cell in row if "\0" in cell]
    keys = Revision.objects.values_list("key", flat=True)
    assert keys
    assert not [key for key in keys if "\0" in key]


def test_a_reason_of_any_length_is_kept_within_its_field(
    desk: Client, night: Evening
) -> None:
    night.hand_in(night.table(1, 1))
    typed = form_of(based_on="1", pen1="1", reason=" é" * 5000 + "\x00")
    assert correct(desk, night, typed).status_code == 302
    assert Revision.objects.get(counted=True).reason == ("é " * 150).strip()


def test_digits_of_another_script_are_read_as_the_digits_they_are(
    desk: Client, night: Evening
) -> None:
    post(desk, night, form_of(c4_4="٢"))
    assert Revision.objects.get().cells["rows"] == reading(FORM_OF_FOUR)["rows"]


def test_an_empty_post_is_a_form_without_a_single_cell(
    desk: Client, night: Evening
) -> None:
    response = post(desk, night, {})
    assert response.status_code == 422
    assert len(Page(response).wrong) == 44


def test_an_unlikely_score_asks_for_a_reason_and_keeps_it(
    desk: Client, night: Evening
) -> None:
    # Deal 5: the only bol bid 0 and must have taken three or more (rule 2.7 A7).
    typed = form_of(c1_5="1", c2_5="0x", c3_5="0", c4_5="0")
    response = post(desk, night, typed)
    assert response.status_code == 422
    page = Page(response)
    assert page.wrong == set()
    assert "Kijk hier nog eens naar" in page.text
    assert post(desk, night, typed | {"reason": "echt waar"}).status_code == 302
    assert Revision.objects.get().overruled == {"implied_far": "echt waar"}


def test_a_table_without_a_sheet_has_no_page(desk: Client, evening: Build) -> None:
    night = evening(4)
    round_ = night.draw()
    assert desk.get(address(night)).status_code == 404
    rounds.publish(round_, night.director)
    assert desk.get(address(night)).status_code == 200
    assert desk.get(address(night, 2)).status_code == 404
