"""Every page of the desk costs as many queries at 200 people as at 20.

Which pages there are is read from the addresses themselves, so a new one is in the
test without anybody thinking of it.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.building import Evening, build_evening
from tests.tournament.test_roles import TABLE
from tournament.actions import penalties, presence, prizes, rounds
from tournament.models import Club, Player

Build = Callable[..., Evening]
# Of the third round; all pages are read at each.
STAGES = ("proposed", "playing", "closed")
# The same page, asked for somebody or something.
QUERIES = {
    "people": ("", "q=a"),
    "door": ("", "q=sp", "q=1"),
    "log": ("", "who=1", "kind=rounds&round=1"),
    "find_table": ("q=1", "q=sp", "q=zzz"),
    "newcomer": ("", "number={late}", "q=1"),
    "table_people": ("", "number={seated}"),
    "address_book": ("", "q=sp"),
    "final": ("final=1x4",),
}


def desk_pages() -> list[str]:
    """The names of the pages of the desk that are read."""
    names = []
    for name, (arguments, get, _post) in TABLE.items():
        of_desk = arguments[:1] == ("{slug}",) and get.startswith("302 404 ")
        if of_desk or name in ("desk", "address_book", "new_tournament"):
            names.append(name)
    return names


def addresses(night: Evening, round_: int) -> dict[str, str]:
    """Of every page of the desk, by its name and what is asked."""
    slug = night.tournament.slug
    seat = night.round(round_).seats.filter(table__number=1).first()
    assert seat
    late = night.tournament.entries.order_by("-number").values_list("number", flat=True)
    said = {"late": late[0], "seated": seat.entry.number}
    found = {}
    for name in desk_pages():
        given = [slug if each == "{slug}" else each for each in TABLE[name][0]]
        if "rounds/" in reverse(name, args=given):
            given[1] = round_
        for query in QUERIES.get(name, ("",)):
            ask = "?" + query.format(**said) if query else ""
            found[f"{name} {query}".strip()] = reverse(name, args=given) + ask
    return found


def queries(client: Client, address: str) -> tuple[int, int]:
    """What a page answers, and with how many queries the second time."""
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        status = client.get(address).status_code
    return status, len(asked)


def at_every_stage(
    club: Club, director: User, client: Client, people: int
) -> dict[str, tuple[int, int]]:
    """What every page costs, by the stage of the third round and the page."""
    night = build_evening(club, director, people, name=f"Avond {people}", played=2)
    busy(night)
    cost: dict[str, tuple[int, int]] = {}
    for stage in STAGES:
        forward(night, stage)
        for page, address in addresses(night, 3).items():
            cost[f"{stage}: {page}"] = queries(client, address)
    return cost


def busy(night: Evening) -> None:
    """Penalties, prizes, every presence and a long address book, more for more."""
    tournament, director = night.tournament, night.director
    entries = list(tournament.entries.order_by("number"))
    for entry in entries[::5]:
        penalties.give(entry, 1, -5, "te laat", director)
    prizes.first_three(tournament, director)
    for kind in ("booby", "table", "bolloos", "best_round", "team"):
        prizes.put(tournament, director, kind=kind, what="worst")
    ways = ("absent", "sits_out", "if_needed")
    some = entries[:: len(entries) // 5]
    said = {entry.number: ways[at % 3] for at, entry in enumerate(some)}
    presence.set_presence(tournament, 3, said, director)
    for number in range(len(entries) // 10):
        Player.objects.create(club=tournament.club, name=f"Vriend {'x' * (number + 1)}")


def forward(night: Evening, stage: str) -> None:
    """The third round, one stage further than it was."""
    match stage:
        case "proposed":
            night.draw(3)
        case "playing":
            rounds.publish(night.round(3), night.director)
            night.tournament.verification = "second"
            night.tournament.save()
            night.fill(night.round(3), leave=[1])
        case "closed":
            rounds.close(night.round(3), night.director, frozenset(range(1, 100)))


@pytest.mark.slow
def test_every_page_of_the_desk_costs_as_many_queries_at_200_people_as_at_20(
    club: Club, director: User, desk: Client
) -> None:
    few = at_every_stage(club, director, desk, 20)
    many = at_every_stage(club, director, desk, 200)
    others = {at: (few[at], many[at]) for at in few if few[at] != many[at]}
    assert others == {}
    shown = {at.split()[1] for at, (status, _count) in few.items() if status == 200}
    assert set(desk_pages()) - shown == {"list_report", "objections"}  # these lead on
