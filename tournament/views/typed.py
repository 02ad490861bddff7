"""What a page sends as a number, read so that nothing sent can make an error."""


def whole(text: str, digits: int = 8) -> int:
    """The number of a text of at most so many digits; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= digits else 0
