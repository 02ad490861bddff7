"""manage.py plan_seating: a schedule on its own, without a database."""

import json
import time
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.seating import Contradiction, Round
from tournament.seating.anneal import Cycle
from tournament.seating.effort import as_recorded, in_moves, in_seconds
from tournament.seating.joint import Seated
from tournament.seating.matrix import as_svg, as_text
from tournament.seating.plan import plan_evening
from tournament.seating.quality import Quality, judge_rounds
from tournament.seating.schedule import Schedule, Wanted, plan_as_dict, schedule
from tournament.seatingwords import reason

SECONDS = 2.0
NAMED = 12
"""Repeated pairs that are named; more would hide the rest."""


class Command(BaseCommand):
    help = "Plan who sits where in all rounds. Needs no database."
    # Checks would open the database, which is not needed.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        people = parser.add_mutually_exclusive_group(required=True)
        people.add_argument("--players", type=int, metavar="N")
        people.add_argument("--tables", metavar="2x4,5x5")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--sizes", metavar="4,5", help="the only sizes wanted")
        effort = parser.add_mutually_exclusive_group()
        effort.add_argument("--seconds", type=float, metavar="S")
        effort.add_argument(
            "--moves", metavar="M", help="a number, or the cycles of an earlier plan"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="K")
        parser.add_argument(
            "--attendance", type=Path, metavar="FILE", help="[[id, ...] per round]"
        )
        parser.add_argument(
            "--apart", type=Path, metavar="FILE", help="[[id, id], ...]"
        )
        parser.add_argument(
            "--fixed", type=Path, metavar="FILE", help="{id: table, counted from 0}"
        )
        parser.add_argument(
            "--together",
            type=Path,
            metavar="FILE",
            help="[[id, id, ...], ...] at one table in the first round",
        )
        parser.add_argument(
            "--pins",
            type=Path,
            metavar="FILE",
            help="{id: table, counted from 0} in the first round",
        )
        parser.add_argument(
            "--variety-first",
            action="store_true",
            help="few repeats before equal table sizes",
        )
        parser.add_argument(
            "--matrix", action="store_true", help="print who meets whom"
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="the same drawn")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the plan")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        try:
            wanted = _wanted(options)
            made = schedule(wanted, options["seed"], options["variety_first"])
            cycles, up = _effort(options, lambda: time.monotonic() - began)
            rounds, seated = plan_evening(made.evening, options["seed"], cycles, up=up)
        except Contradiction as refused:
            raise CommandError(_contradiction(refused, made)) from refused
        except ValueError as fault:
            raise CommandError(f"{fault}.") from fault
        quality = judge_rounds(rounds, ())
        for line in _report(made, rounds, seated, quality):
            self.stdout.write(line)
        self.stdout.write(_effort_line(options["seed"], seated, quality))
        self._draw(options, made, rounds)
        if options["json"]:
            _write(options["json"], json.dumps(plan_as_dict(made, wanted, rounds)))

    def _draw(
        self, options: dict[str, Any], made: Schedule, rounds: tuple[Round, ...]
    ) -> None:
        people = sorted(made.names)
        names = [str(made.names[p]) for p in people]
        if options["matrix"]:
            self.stdout.write(as_text(people, names, rounds))
        if options["svg"]:
            _write(options["svg"], as_svg(people, names, rounds))


def how_found(how: str) -> str:
    """How a plan came about, in words."""
    return {
        "design": _("by a known design"),
        "kept": _("as planned before"),
        "mended": _("mended"),
        "annealed": _("annealed"),
    }[how]


def _wanted(options: dict[str, Any]) -> Wanted:
    if options["rounds"] < 1:
        raise ValueError(_("A schedule has at least one round").lower())
    tables = _table_list(options["tables"]) if options["tables"] else None
    attendance = _read(options["attendance"], "attendance")
    count = options["players"] if tables is None else sum(tables)
    if count < 1:
        raise ValueError(f"{count} people cannot sit anywhere")
    return Wanted(
        players=_players(count, attendance),
        rounds=options["rounds"],
        attendance=attendance,
        tables=tables,
        sizes=_size_list(options["sizes"]) if options["sizes"] else None,
        apart=_read(options["apart"], "forbidden") or (),
        fixed=_read(options["fixed"], "fixed"),
        together=_read(options["together"], "together") or (),
        pins=_read(options["pins"], "pins"),
    )


def _players(count: int, attendance: Any) -> list[Any]:
    """1 to count, unless the attendance names others: then those it names."""
    numbered: list[Any] = list(range(1, count + 1))
    if not attendance:
        return numbered
    named = list(dict.fromkeys(name for people in attendance for name in people))
    return numbered if set(named) <= set(numbered) else named


def _read(path: Path | None, key: str) -> Any:
    """What is in the file: the thing itself, or a plan that has it under this key."""
    if path is None:
        return None
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}") from fault
    except ValueError as fault:
        raise ValueError(f"{path} is not JSON: {fault}") from fault
    if isinstance(data, dict) and key in data:
        data = data[key]
    if not (isinstance(data, dict) if key in ("fixed", "pins") else _names(data)):
        raise ValueError(f"{path} is not what was expected for {key}")
    return data


def _names(data: Any) -> bool:
    """Whether this is a list of lists of names or numbers."""
    return isinstance(data, list) and all(
        isinstance(row, list) and all(isinstance(name, int | str) for name in row)
        for row in data
    )


def _table_list(text: str) -> tuple[int, ...]:
    sizes: list[int] = []
    for part in text.split(","):
        count, times, size = part.partition("x")
        if not (count.isdigit() and times and size.isdigit()):
            raise ValueError(f"“{part}” is not a number of tables like 2x4")
        sizes += [int(size)] * int(count)
    return _sound(tuple(sizes))


def _size_list(text: str) -> tuple[int, ...]:
    if not all(part.isdigit() for part in text.split(",")):
        raise ValueError(f"“{text}” is not a list of table sizes like 4,5")
    return _sound(tuple(map(int, text.split(","))))


def _sound(sizes: tuple[int, ...]) -> tuple[int, ...]:
    if sizes and all(2 <= size <= 8 for size in sizes):
        return sizes
    raise ValueError("a table has 2 to 8 seats")


def _effort(
    options: dict[str, Any], elapsed: Callable[[], float]
) -> tuple[Iterator[Cycle], Callable[[], bool]]:
    if options["moves"]:
        # a comma behind it: the one cycle of an earlier plan, not to be cut into more
        whole, comma, rest = options["moves"].partition(",")
        parts = [whole, *(part for part in rest.split(",") if rest)]
        if not all(part.isdigit() for part in parts):
            raise ValueError(f"“{options['moves']}” is not a number of moves")
        lengths = list(map(int, parts))
        cycles = as_recorded(lengths) if comma else in_moves(lengths[0])
        return cycles, lambda: False
    seconds = SECONDS if options["seconds"] is None else options["seconds"]
    return in_seconds(seconds, elapsed), lambda: elapsed() > seconds


def _contradiction(refused: Contradiction, made: Schedule) -> str:
    people = ", ".join(str(made.names[p]) for p in refused.people)
    kinds = {
        "apart": _("sitting apart"),
        "together": _("sitting together"),
        "fixed": _("a table of one’s own"),
        "pins": _("a table for this round"),
        "seats": _("the seats there are"),
    }
    rules = " + ".join(kinds[rule] for rule in refused.rules)
    return _("This cannot be had together (%(rules)s): %(people)s.") % {
        "rules": rules,
        "people": people,
    }


def _report(
    made: Schedule, rounds: tuple[Round, ...], seated: Seated, quality: Quality
) -> Iterator[str]:
    yield _("%(people)s people, %(rounds)s rounds, tables %(tables)s.") % {
        "people": len(made.names),
        "rounds": len(rounds),
        "tables": _laid(rounds),
    }
    yield _(
        "Repeats %(repeats)s, most meetings %(most)s, people met %(least)s at least "
        "and %(mean)s on average, evenness %(evenness)s, first deals within %(deals)s; "
        "collisions %(collisions)s, never fewer than %(bound)s (%(by)s), by lot "
        "%(blind)s: score %(score)s."
    ) % {
        "repeats": quality.repeats,
        "most": quality.most_meetings,
        "least": quality.met_least,
        "mean": quality.met_mean,
        "evenness": quality.evenness,
        "deals": quality.first_dealer_spread,
        "collisions": quality.collisions,
        "bound": quality.bound,
        "by": reason(quality.bound_by) or _("no argument forces one"),
        "blind": quality.blind,
        "score": quality.score,
    }
    if quality.repeated_pairs:
        pairs = [
            f"{made.names[a]}–{made.names[b]} {times}×"
            for a, b, times in quality.repeated_pairs[:NAMED]
        ]
        more = " …" if len(quality.repeated_pairs) > NAMED else ""
        yield _("Meeting again: %(pairs)s") % {"pairs": ", ".join(pairs) + more}
    if any(made.out):
        yield _("Sitting out by turns: %(counts)s.") % {
            "counts": ", ".join(str(len(people)) for people in made.out)
        }


def _laid(rounds: tuple[Round, ...]) -> str:
    """Like 5x5 2x4, and per stretch of rounds where they differ."""
    laid = []
    for played in rounds:
        sizes = sorted((len(table) for table in played.tables), reverse=True)
        kinds = dict.fromkeys(sizes)
        laid.append(" ".join(f"{sizes.count(size)}x{size}" for size in kinds))
    return ", ".join(text for text, _same in groupby(laid))


def _effort_line(seed: int, seated: Seated, quality: Quality) -> str:
    if not seated.cycles and quality.collisions <= quality.bound:
        return _("Seed %(seed)s, no search needed (%(how)s).") % {
            "seed": seed,
            "how": how_found(seated.how),
        }
    made = ",".join(map(str, seated.cycles)) or "0"
    return _("Seed %(seed)s, %(how)s, --moves %(moves)s.") % {
        "seed": seed,
        "how": how_found(seated.how),
        "moves": f"{made}," if len(seated.cycles) == 1 else made,
    }


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}") from fault
