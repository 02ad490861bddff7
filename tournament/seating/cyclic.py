"""Starting rounds that give all others by moving everybody one place on, as data.

Found once by search for exactly these symmetries, checked by the tests. The data knows
no people and no tables but by number.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Starter:
    """Base rounds and the permutation that develops them.

    People are 0..n-1, cut into cycles of these lengths in order; a turn moves each
    person one place on in the own cycle. Every base round gives as many rounds as the
    longest cycle is long; `last` are rounds as they are, after those. A round is its
    tables, smallest first, with | between.
    """

    cycles: tuple[int, ...]
    base: tuple[str, ...]
    last: tuple[str, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """Table sizes of every round, smallest first."""
        return tuple(map(len, _tables(self.base[0])))

    @property
    def rounds(self) -> int:
        return max(self.cycles) * len(self.base) + len(self.last)


def develop(starter: Starter) -> list[list[list[int]]]:
    """All rounds: each base round and its turns, then the last ones."""
    following = []
    first = 0
    for length in starter.cycles:
        following += [first + (place + 1) % length for place in range(length)]
        first += length
    rounds = []
    for base in starter.base:
        tables = _tables(base)
        for _ in range(max(starter.cycles)):
            rounds.append(tables)
            tables = [[following[person] for person in table] for table in tables]
    return rounds + [_tables(text) for text in starter.last]


def _tables(text: str) -> list[list[int]]:
    return [[int(word) for word in table.split()] for table in text.split("|")]


def _rows(text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, _tables(text)))


# Without a repeat. Equal tables of four: 24, 28, 32, 36 and 40 have all rounds that
# exist. Mixed sizes: gap at most 1 over all rounds.
STARTERS = (
    # 15 people at 5 tables, 7 rounds
    Starter(
        (7, 7, 1),
        ("0 1 5 | 2 12 14 | 3 9 10 | 4 8 13 | 6 7 11",),
    ),
    # 18 people at 6 tables, 8 rounds
    Starter(
        (4, 4, 4, 4, 2),
        (
            "0 3 8 | 1 4 16 | 2 12 13 | 5 6 10 | 7 9 15 | 11 14 17",
            "0 4 13 | 1 6 17 | 2 8 9 | 3 5 15 | 7 10 14 | 11 12 16",
        ),
    ),
    # 21 people at 7 tables, 10 rounds
    Starter(
        (5, 5, 5, 5, 1),
        (
            "0 13 20 | 1 12 15 | 2 18 19 | 3 4 6 | 5 14 16 | 7 8 17 | 9 10 11",
            "0 3 18 | 1 10 13 | 2 7 12 | 4 5 8 | 6 14 19 | 9 16 20 | 11 15 17",
        ),
    ),
    # 24 people at 8 tables, 11 rounds
    Starter(
        (11, 11, 1, 1),
        (
            "0 1 19 | 2 14 17 | 3 5 9 | 4 7 13 | 6 11 22 | 8 18 23 | 10 12 21 | "
            "15 16 20",
        ),
    ),
    # 27 people at 9 tables, 13 rounds
    Starter(
        (13, 13, 1),
        (
            "0 7 15 | 1 14 24 | 2 19 20 | 3 17 25 | 4 12 23 | 5 9 21 | 6 13 26 | "
            "8 10 11 | 16 18 22",
        ),
    ),
    # 30 people at 10 tables, 13 rounds
    Starter(
        (13, 13, 1, 1, 1, 1),
        (
            "0 11 22 | 1 2 5 | 3 21 24 | 4 10 16 | 6 13 26 | 7 20 28 | 8 18 29 | "
            "9 23 27 | 12 14 15 | 17 19 25",
        ),
    ),
    # 24 people at 6 tables, 7 rounds
    Starter(
        (7, 7, 7, 1, 1, 1),
        ("0 9 10 12 | 1 5 6 18 | 2 8 17 22 | 3 7 19 21 | 4 11 15 23 | 13 14 16 20",),
    ),
    # 28 people at 7 tables, 9 rounds
    Starter(
        (9, 9, 9, 1),
        (
            "0 6 8 14 | 1 5 17 25 | 2 11 12 18 | 3 16 20 27 | 4 22 23 26 | 7 9 19 "
            "21 | 10 13 15 24",
        ),
    ),
    # 32 people at 8 tables, 10 rounds: everybody meets all but one. Two affine planes
    # of 16 places without three of a line in common, each place held by two people who
    # never meet: which of the two sits in a line is the solution of linear equations
    # over two elements. (The first such plan: Aguado 2004.)
    Starter(
        (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1),
        (
            "0 3 8 17 | 1 5 14 24 | 2 4 11 21 | 6 12 23 30 | 7 15 20 28 | 9 16 26 "
            "31 | 10 18 22 27 | 13 19 25 29",
            "0 14 23 29 | 1 9 25 28 | 2 17 20 30 | 3 7 27 31 | 4 12 19 22 | 5 11 "
            "18 26 | 6 8 10 13 | 15 16 21 24",
        ),
        (
            "0 1 2 31 | 3 11 13 16 | 4 9 14 17 | 5 10 12 15 | 6 20 22 24 | 7 18 "
            "23 25 | 8 19 21 26 | 27 28 29 30",
            "0 6 21 25 | 1 7 22 26 | 2 8 23 24 | 3 4 5 30 | 9 13 15 27 | 10 14 16 "
            "28 | 11 12 17 29 | 18 19 20 31",
            "0 12 16 20 | 1 13 17 18 | 2 14 15 19 | 3 6 26 28 | 4 7 24 29 | 5 8 "
            "25 27 | 9 10 11 30 | 21 22 23 31",
            "0 7 10 19 | 1 8 11 20 | 2 6 9 18 | 3 15 22 29 | 4 16 23 27 | 5 17 21 "
            "28 | 12 13 14 31 | 24 25 26 30",
        ),
    ),
    # 36 people at 9 tables, 11 rounds
    Starter(
        (11, 11, 11, 1, 1, 1),
        (
            "0 8 9 11 | 1 7 13 17 | 2 6 22 28 | 3 21 26 34 | 4 12 23 25 | 5 20 29 "
            "33 | 10 19 27 35 | 14 24 31 32 | 15 16 18 30",
        ),
    ),
    # 40 people at 10 tables, 13 rounds
    Starter(
        (13, 13, 13, 1),
        (
            "0 9 32 37 | 1 24 30 31 | 2 12 16 33 | 3 10 11 36 | 4 17 20 22 | 5 7 "
            "13 14 | 6 18 28 39 | 8 19 23 35 | 15 21 26 29 | 25 27 34 38",
        ),
    ),
    # 30 people at 6 tables, 6 rounds
    Starter(
        (6, 6, 6, 6, 6),
        (
            "0 17 21 23 26 | 1 3 10 13 25 | 2 7 15 22 29 | 4 6 8 12 20 | 5 11 18 "
            "24 28 | 9 14 16 19 27",
        ),
    ),
    # 33 people at 7 tables, 6 rounds
    Starter(
        (6, 6, 6, 6, 6, 3),
        (
            "0 8 22 23 | 5 12 24 30 | 1 10 11 16 21 | 2 7 9 28 32 | 3 4 14 25 27 "
            "| 6 13 15 19 29 | 17 18 20 26 31",
        ),
    ),
    # 37 people at 9 tables, 8 rounds
    Starter(
        (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1),
        (
            "0 5 16 20 | 1 10 25 35 | 2 9 15 34 | 4 13 14 24 | 6 11 18 26 | 7 21 23 "
            "28 | 8 17 19 33 | 22 27 31 32 | 3 12 29 30 36",
            "0 10 12 21 | 1 2 22 26 | 3 6 9 13 | 4 8 28 30 | 7 14 16 29 | 11 17 25 "
            "32 | 15 19 20 36 | 23 24 31 35 | 5 18 27 33 34",
            "0 14 19 30 | 1 6 12 27 | 2 4 10 29 | 3 20 24 32 | 5 8 26 36 | 7 17 31 "
            "34 | 9 28 33 35 | 13 18 23 25 | 11 15 16 21 22",
            "0 17 35 36 | 2 11 14 27 | 3 19 21 34 | 4 12 20 31 | 5 6 23 32 | 8 10 "
            "18 22 | 13 15 29 33 | 16 25 26 28 | 1 7 9 24 30",
        ),
    ),
    # 50 people at 10 tables, 9 rounds
    Starter(
        (9, 9, 9, 9, 9, 1, 1, 1, 1, 1),
        (
            "0 6 8 16 41 | 1 12 27 35 38 | 2 14 19 33 47 | 3 9 30 37 49 | 4 20 32 "
            "40 48 | 5 23 24 26 34 | 7 22 31 36 46 | 10 18 39 42 43 | 11 15 17 21 "
            "28 | 13 25 29 44 45",
        ),
    ),
)

# With some collisions, but even where no design is: to be searched on from.
NEARLY = (
    # 23 people at 5 tables, 5 rounds: 10 collisions, gap 1
    Starter(
        (1,) * 23,
        (
            "0 3 5 20 | 1 10 17 19 | 2 4 7 8 21 | 6 9 11 13 16 | 12 14 15 18 22",
            "3 12 13 19 | 4 11 14 21 | 0 6 8 17 18 | 1 2 9 15 20 | 5 7 10 16 22",
            "0 2 14 16 | 7 9 18 22 | 1 3 4 6 19 | 5 11 12 17 21 | 8 10 13 15 20",
            "4 15 16 17 | 6 7 12 20 | 0 1 13 21 22 | 2 3 10 11 18 | 5 8 9 14 19",
            "1 8 11 22 | 2 5 6 15 | 0 4 9 10 12 | 3 7 13 14 17 | 16 18 19 20 21",
        ),
    ),
    # 37 people at 8 tables, 8 rounds: 9 collisions, gap 1
    Starter(
        (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1),
        (
            "1 3 8 32 | 7 21 26 34 | 14 29 31 36 | 0 11 22 28 35 | 2 9 15 24 25 | "
            "4 10 13 20 23 | 5 12 19 30 33 | 6 16 17 18 27",
            "2 3 11 16 | 9 21 28 33 | 12 18 24 35 | 0 8 14 19 23 | 1 4 25 27 31 | "
            "5 13 17 29 34 | 6 15 22 26 36 | 7 10 20 30 32",
        ),
        (
            "15 18 23 30 | 16 19 21 31 | 17 20 22 32 | 0 1 2 33 34 | 3 4 5 35 36 "
            "| 6 10 14 24 28 | 7 11 12 25 29 | 8 9 13 26 27",
            "3 18 25 28 | 4 19 26 29 | 5 20 24 27 | 0 13 15 21 32 | 1 14 16 22 30 "
            "| 2 12 17 23 31 | 6 7 8 33 35 | 9 10 11 34 36",
        ),
    ),
)

# Difference matrices over the integers modulo the key, first column (all 0) left out:
# a row per round, in which no two rounds have the same difference of two columns.
DIFFERENCES = {
    10: _rows(
        "7 4 7 3 | 5 5 3 5 | 8 2 2 9 | 6 8 9 0 | 9 0 6 1 | 3 9 4 2 | 2 1 8 7 "
        "| 0 3 5 8 | 1 6 0 4"
    ),
    12: _rows(
        "5 11 9 7 | 6 3 7 10 | 10 9 3 9 | 2 2 11 8 | 11 7 10 6 | 3 6 5 4 | 1 "
        "8 1 1 | 8 10 6 11 | 7 0 2 3 | 4 5 0 2"
    ),
    14: _rows(
        "7 2 6 4 | 5 9 12 0 | 10 6 4 10 | 0 8 9 5 | 8 0 11 6 | 1 12 3 8 | 9 7 "
        "1 1 | 6 11 10 9 | 12 1 8 2 | 11 10 2 13 | 2 4 13 3 | 4 5 5 12"
    ),
    15: _rows(
        "2 6 4 6 | 10 8 7 1 | 3 4 10 3 | 8 2 2 7 | 14 1 5 4 | 12 9 12 0 | 0 5 "
        "13 2 | 5 11 6 13 | 13 13 3 9 | 4 7 14 14 | 11 3 0 12 | 1 0 9 10"
    ),
    18: _rows(
        "1 12 7 12 | 12 7 16 9 | 13 16 3 13 | 8 5 17 16 | 5 1 4 11 | 11 3 11 "
        "15 | 7 8 8 3 | 16 6 13 10 | 17 15 12 0 | 9 9 5 8 | 15 14 0 2 | 4 10 "
        "9 17"
    ),
    20: _rows(
        "18 17 9 7 | 6 13 12 8 | 19 9 2 17 | 5 0 5 16 | 9 3 6 6 | 12 15 13 15 "
        "| 11 7 4 1 | 8 5 0 3 | 13 6 17 5 | 10 10 19 11 | 0 1 8 13 | 3 12 18 "
        "19"
    ),
    21: _rows(
        "15 4 9 19 | 3 5 1 8 | 14 8 20 17 | 5 9 6 20 | 11 1 11 11 | 7 3 12 0 "
        "| 16 7 13 15 | 1 20 14 18 | 4 11 15 16 | 18 10 0 3 | 0 18 16 10 | 12 "
        "12 19 14"
    ),
    22: _rows(
        "21 14 18 20 | 7 20 21 5 | 3 13 4 14 | 11 12 11 7 | 13 8 16 8 | 5 21 "
        "15 13 | 1 1 3 6 | 17 2 2 21 | 12 15 8 9 | 15 11 6 15 | 8 6 12 2 | 2 "
        "4 0 16"
    ),
    24: _rows(
        "4 14 21 7 | 20 15 16 6 | 0 7 2 2 | 1 12 23 14 | 18 17 8 0 | 22 6 14 "
        "9 | 14 3 3 15 | 17 10 0 11 | 16 19 7 16 | 19 4 1 3 | 5 2 4 22 | 21 "
        "13 5 13"
    ),
    26: _rows(
        "11 16 7 2 | 5 23 19 12 | 13 19 11 1 | 25 8 17 17 | 16 14 21 24 | 3 "
        "13 3 4 | 2 25 23 22 | 19 22 6 15 | 24 15 14 10 | 8 4 9 3 | 22 0 4 11 "
        "| 9 20 15 7"
    ),
}
