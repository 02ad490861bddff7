"""Things put into boxes as evenly as can be: what every bound is made of."""


def spread(things: int, boxes: int) -> int:
    """Least number of pairs in one box when things go into boxes, boxes at least 1.

    Put in as evenly as possible: rule 6.2, `q(q - 1)/2` pairs for q in a box.
    """
    each, over = divmod(things, boxes)
    return (boxes - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)
