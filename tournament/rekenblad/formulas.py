"""The formulas of the sheet Rekenblad: they rebuild Stand from Formulieren.

Only texts: nothing is computed and nothing is written here. Every function used is
known to Excel 2010 and to LibreOffice, and no formula needs to be an array.
"""

from collections.abc import Iterator, Mapping

from openpyxl.utils import get_column_letter

from scoring.rulebooks.figures import NOT_YET
from tournament.missed import AVERAGE, FIXED, LOWEST, LOWEST_OR_ZERO, ZERO
from tournament.rekenblad.layout import (
    FORM_SUMS,
    MUTUAL,
    PENALISED,
    PENALTIES,
    PENALTY,
    Layout,
    column,
)

# More places than any table has.
TABLE = 12
# The row of the first lowest total among the checks; the rounds follow below it.
LOWEST_FROM = 6
# What one missed round counts for (rule 6.2), as a formula over the lowest total of
# that round and the person's own rounds, and in words.
MISSED = {
    LOWEST_OR_ZERO: ("MIN(0,{lowest})", "het laagste totaal, hooguit 0"),
    ZERO: ("0", "0 punten"),
    LOWEST: ("{lowest}", "het laagste totaal van die ronde"),
    AVERAGE: (
        "IF(COUNT({own})=0,0,INT(SUM({own})/COUNT({own})))",
        "het eigen gemiddelde, naar beneden afgerond",
    ),
    FIXED: ("{fixed}", "{fixed} punten, een vast aantal"),
}
# What free rounds add to a figure: won, with the average of the other rounds both
# for and against (rule 6.4).
FREE = {
    "winstpunten": "+2*{rounds}",
    "punten voor": "+{rounds}*{average}",
    "punten tegen": "+{rounds}*{average}",
}


def person_formulas(layout: Layout, row: int) -> dict[str, str]:
    """The formulas of the participant in row ``row``, by heading.

    Without ``nummer`` and ``naam``, which stand there as they are. There is a round
    as soon as there is a participant.
    """
    rounds = [("R" + str(number), number) for number in layout.rounds]
    last = layout.step_headings[-1]
    return {
        **({"plaats": f"={layout.cell(last, row)}"} if layout.ranked else {}),
        **{name: _round_total(layout, row, number) for name, number in rounds},
        **{key: _figure(layout, row, key) for key in layout.sums},
        "verschil": _difference(layout, row),
        "regel op Stand": (
            f"=MATCH({layout.cell('nummer', row)},{layout.stand_column('nummer')},0)"
        ),
        **{"telt " + name: _counts(layout, row, number) for name, number in rounds},
        **({"vrije ronde": _own_average(layout, row)} if layout.free else {}),
        **{
            key: _figure(layout, row, key)
            for key, _high in layout.steps
            if key not in layout.people_headings
        },
        **_ranking_chain(layout, row),
    }


def form_formulas(layout: Layout, row: int) -> dict[str, str]:
    """The formulas beside row ``row`` of Formulieren, by heading (rule 2.6).

    The second row of a pair has no number, so that nothing counts twice; nor has who
    left, where that is a missed round.
    """
    number = f"Formulieren!$D{row}"
    if layout.twice:
        above = [f"Formulieren!${c}${max(2, row - TABLE)}:${c}{row}" for c in "AD"]
        seen = f"COUNTIFS({above[0]},Formulieren!$A{row},{above[1]},{number})"
        number = f'IF({seen}>1,"",{number})'
    if layout.left:
        number = f'IF(Formulieren!${layout.left}{row}>0,"",{number})'
    if layout.apart:
        number = f'IF(Formulieren!$D{row}="","",{number})'
    formulas = {"ronde": f"=Formulieren!$A{row}", "nummer": f"={number}"}
    if layout.recounted:
        formulas |= _recounted(layout, row)
    return {f"formulier {key}": formula for key, formula in formulas.items()}


def summed_formulas(layout: Layout, row: int) -> dict[str, str]:
    """The same for a row of which only the sums are known: its total is added up."""
    written = {
        f"formulier {key}": f"=Formulieren!${layout.columns[key]}{row}"
        for key in FORM_SUMS[:3]
    }
    return form_formulas(layout, row) | written


def meeting_formulas(
    layout: Layout, row: int, mine: int, theirs: int
) -> dict[str, str]:
    """The meeting in row ``row`` of two opponents, as rows of Formulieren.

    It counts where both are equal on everything that ranks before the mutual result
    (rule 6.4); the place so far names that group.
    """
    own, other, _group, _balance, _first = (
        layout.letters[name] for name in layout.meeting_headings
    )
    total = layout.columns["totaal"]
    numbers = layout.people_column("nummer")
    at = [f"MATCH(${letter}{row},{numbers},0)" for letter in (own, other)]
    group, also = (_group_at(layout, each) for each in at)
    met = f"${own}$2:${own}{row},${own}{row},${other}$2:${other}{row},${other}{row}"
    formulas = (
        f"=Formulieren!$D{mine}",
        f"=Formulieren!$D{theirs}",
        f'=IF({group}={also},{group},"")',
        f"=Formulieren!${total}{mine}-Formulieren!${total}{theirs}",
        f"=IF(COUNTIFS({met})=1,1,0)",
    )
    return dict(zip(layout.meeting_headings, formulas, strict=True))


def checks(layout: Layout) -> Iterator[tuple[str, str | None]]:
    """What stands beside the participants: a text, and the formula for it.

    The first one is the verdict on the whole workbook.
    """
    label = layout.letters["uitkomst"]
    people, on_stand = layout.people_column("nummer"), layout.stand_column("nummer")
    totals = [layout.people_column(name) for name in layout.round_names("R")]
    all_zero = f"SUM(${label}$3:${label}${LOWEST_FROM - 1})=0"
    verdict = f'IFERROR(IF({all_zero},"alles klopt","klopt niet"),"klopt niet")'
    yield "oordeel", f"={verdict}"
    differences = f"=SUM({layout.people_column('verschil')})"
    if layout.recounted:
        differences += f"+SUM({layout.form_column('verschil')})"
    yield "alle verschillen samen", differences
    yield (
        "deelnemers hier of op Stand te weinig",
        f"=ABS(COUNT({on_stand})-COUNT({people}))",
    )
    counted = ",".join(totals) or '""'
    free = f'+COUNTIF({layout.seat_column("G")},"ja")' if layout.free else ""
    yield (
        "formulierregels zonder deelnemer",
        f"=ABS(COUNT({layout.form_column('nummer')})-COUNT({counted}){free})",
    )
    for number, total in zip(layout.rounds, totals, strict=True):
        formula = f'=IF(COUNT({total})=0,"",MIN({total}))'
        yield f"laagste totaal in ronde {number}", formula
    yield from ((line, None) for line in explanation(layout))


def explanation(layout: Layout) -> tuple[str, ...]:
    """A few lines on where the figures come from."""
    source = "de vakjes" if layout.recounted else "de sommen"
    lines = [
        "Alles hier, ook de correctie, is",
        f"nagerekend uit {source} op Formulieren",
        "en de plaatsen op Indeling.",
        "Een gemiste ronde telt voor",
        f"{MISSED[layout.policy][1].format(fixed=layout.fixed)}.",
    ]
    if layout.left:
        lines += ["Wie tijdens een ronde wegging, mist die."]
    if layout.recounted and layout.terms is None:
        lines += ["Het totaal is dat van het formulier:", "het hangt af van de slagen."]
    if layout.free:
        lines += [
            "Een vrije ronde is gewonnen met het",
            "gemiddelde van de andere rondes.",
        ]
    if layout.straffen:
        lines += ["De correctie is met de straffen van", "het blad Straffen."]
    if layout.taken:
        lines += [f"Overgenomen van Stand: {', '.join(sorted(layout.taken))}."]
    return tuple(lines)


def _recounted(layout: Layout, row: int) -> dict[str, str]:
    first, last = get_column_letter(6), get_column_letter(5 + layout.deals)
    cells = f"Formulieren!${first}{row}:${last}{row}"
    written = {
        key: f"Formulieren!${letter}{row}" for key, letter in layout.columns.items()
    }
    mine = {key: layout.cell(f"formulier {key}", row) for key in FORM_SUMS}
    differences = [f"ABS({written[key]}-{mine[key]})" for key in FORM_SUMS]
    return {
        "bollen": f'=COUNTIF({cells},"●*")+{written[PENALTIES]}',
        "punten": f"=SUM({cells})",
        "niet behaalde bollen": f"=COUNT({cells})",
        "totaal": f"={_total(layout, {PENALTIES: written[PENALTIES], **mine})}"
        if layout.terms is not None
        else f"={written['totaal']}",
        "verschil": "=" + "+".join(differences),
    }


def _round_total(layout: Layout, row: int, number: int) -> str:
    mine = (
        f"{layout.form_column('nummer')},{layout.cell('nummer', row)},"
        f"{layout.form_column('ronde')},{number}"
    )
    total = f"SUMIFS({layout.form_column('totaal')},{mine})"
    empty = '""'
    if layout.free:
        free = f"COUNTIFS({_free_of(layout, row)},{layout.seat_column('A')},{number})"
        empty = f'IF({free}=0,"",{layout.cell("vrije ronde", row)})'
    return f"=IF(COUNTIFS({mine})=0,{empty},{total})"


def _free_of(layout: Layout, row: int) -> str:
    """The condition on Indeling that this person was free."""
    numbers, free = layout.seat_column("D"), layout.seat_column("G")
    return f'{numbers},{layout.cell("nummer", row)},{free},"ja"'


def _own_average(layout: Layout, row: int) -> str:
    """The average of the rounds that were played, halves up (rule 6.4)."""
    mine = f"{layout.form_column('nummer')},{layout.cell('nummer', row)}"
    points, played = (
        f"SUMIFS({layout.form_column('punten voor')},{mine})",
        f"COUNTIFS({mine})",
    )
    return f"=IF({played}=0,0,INT((2*{points}+{played})/(2*{played})))"


def _figure(layout: Layout, row: int, key: str) -> str:
    """A figure over all rounds."""
    own = layout.across(layout.round_names("R"), row)
    counted = layout.across(layout.round_names("telt R"), row)
    if key in layout.taken:
        at = layout.cell("regel op Stand", row)
        return f"=INDEX({layout.stand_column(key)},{at})"
    if key == MUTUAL:
        return _mutual_result(layout, row)
    if key.startswith("beste "):
        return f"=IFERROR(LARGE({counted},{key.split()[-1]}),{NOT_YET})"
    known = {
        "totaal": f"=SUM({counted})",
        "correctie": f"=SUM({counted})-SUM({own})",
        "gemist": f"=COUNT({counted})-COUNT({own})",
    }
    return (known.get(key) or _summed(layout, row, key)) + _penalties(layout, row, key)


def _penalties(layout: Layout, row: int, key: str) -> str:
    """What the direction took or gave, added to the figures that it changes."""
    if not layout.straffen or key not in {*layout.penalised, "correctie"}:
        return ""
    numbers, points = (layout.penalty_column(c) for c in (PENALISED, PENALTY))
    return f"+SUMIFS({points},{numbers},{layout.cell('nummer', row)})"


def _summed(layout: Layout, row: int, key: str) -> str:
    mine = f"{layout.form_column('nummer')},{layout.cell('nummer', row)}"
    formula = f"=SUMIFS({layout.form_column(key)},{mine})"
    if not layout.free or key not in FREE:
        return formula
    rounds = f"COUNTIFS({_free_of(layout, row)})"
    return formula + FREE[key].format(
        rounds=rounds, average=layout.cell("vrije ronde", row)
    )


def _counts(layout: Layout, row: int, number: int) -> str:
    """What a round counts for: its form, or what a missed round is worth.

    Missed is a round of which some form is in, without a seat for this person, or
    one that they left where that counts as missed.
    """
    total = layout.cell(f"R{number}", row)
    at = LOWEST_FROM + layout.rounds.index(number)
    lowest = f"${layout.letters['uitkomst']}${at}"
    own = layout.across(layout.round_names("R"), row)
    worth = MISSED[layout.policy][0].format(lowest=lowest, own=own, fixed=layout.fixed)
    seats = (
        f"COUNTIFS({layout.seat_column('D')},{layout.cell('nummer', row)},"
        f"{layout.seat_column('A')},{number})"
    )
    if layout.left:
        forms = [column(c, layout.forms, "Formulieren") for c in ("D", "A")]
        left = column(layout.left, layout.forms, "Formulieren")
        seats += (
            f"-COUNTIFS({forms[0]},{layout.cell('nummer', row)},{forms[1]},{number},"
            f'{left},">0")'
        )
    missed = f"AND(ISNUMBER({lowest}),{seats}=0)"
    return f'=IF(ISNUMBER({total}),{total},IF({missed},{worth},""))'


def _ranking_chain(layout: Layout, row: int) -> dict[str, str]:
    """The place after each key of the chain that ranks (rules 6.2 and 6.4).

    Each step adds how many of those who shared the place so far are better.
    """
    formulas = {}
    before = None
    for key, high in layout.steps:
        heading = f"na {key}"
        better = ">" if high else "<"
        beaten_by = f'{layout.people_column(key)},"{better}"&{layout.cell(key, row)}'
        if before is None:
            formulas[heading] = f"=1+COUNTIFS({beaten_by})"
        else:
            equals = f"{layout.people_column(before)},{layout.cell(before, row)}"
            formulas[heading] = (
                f"={layout.cell(before, row)}+COUNTIFS({equals},{beaten_by})"
            )
        before = heading
    return formulas


def _before_mutual(layout: Layout) -> str:
    """The place so far, which is that of everybody equal so far."""
    keys = [key for key, _high in layout.steps]
    return f"na {keys[keys.index(MUTUAL) - 1]}"


def _group_at(layout: Layout, at: str) -> str:
    return f"INDEX({layout.people_column(_before_mutual(layout))},{at})"


def _mutual_result(layout: Layout, row: int) -> str:
    """The balance of the games within the group, once all of it have met."""
    groups = layout.meeting_column("groep")
    mine = layout.cell(_before_mutual(layout), row)
    met = f"SUMIFS({layout.meeting_column('eerste keer')},{groups},{mine})"
    balance = (
        f"SUMIFS({layout.meeting_column('saldo')},{groups},{mine},"
        f"{layout.meeting_column('nummer')},{layout.cell('nummer', row)})"
    )
    size = f"COUNTIF({layout.people_column(_before_mutual(layout))},{mine})"
    return f"=IF({met}={size}*({size}-1),{balance},0)"


def _difference(layout: Layout, row: int) -> str:
    """How far this row is from the row of the same number on Stand, all added up.

    An empty round is not a round of 0: a difference in filled rounds counts too.
    """
    at = layout.cell("regel op Stand", row)
    rounds = layout.round_names("R")
    terms = []
    for key in (*(("plaats",) if layout.ranked else ()), *rounds, *layout.sums):
        there = f"INDEX({layout.stand_column(key)},{at})"
        terms.append(f"ABS(N({there})-N({layout.cell(key, row)}))")
    first, last = layout.letters[rounds[0]], layout.letters[rounds[-1]]
    block = f"Stand!${first}$2:${last}${layout.people + 1}"
    own = layout.across(rounds, row)
    terms.append(f"ABS(COUNT(INDEX({block},{at},0))-COUNT({own}))")
    return "=" + "+".join(terms)


def _total(layout: Layout, cells: Mapping[str, str]) -> str:
    """The terms of a form's total as a sum of cells: ``P+2*N-2*B``."""
    text = ""
    for factor, key in layout.terms or ():
        if not factor:
            continue
        size = str(abs(factor)) if abs(factor) != 1 or not key else ""
        product = "*".join(part for part in (size, cells.get(key, "")) if part)
        text += ("-" if factor < 0 else "+" if text else "") + product
    return text or "0"
