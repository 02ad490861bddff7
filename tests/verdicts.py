"""What a case file says of problems: the primary error, or that it is valid."""

from collections.abc import Sequence
from typing import Any

from scoring.rulebooks.base import Problem, Severity


def verdict(problems: Sequence[Problem]) -> dict[str, Any]:
    """The primary error, or that it is valid, in the words of the case file."""
    blocking = next((p for p in problems if p.blocks), None)
    if blocking:
        error = {"code": blocking.code, "class": "HARD"}
        return {"valid": False, "error": error, "deal": blocking.deal}
    found: dict[str, Any] = {"valid": True}
    warning = next((p for p in problems if p.severity is Severity.WARN), None)
    if warning:
        found["warning"] = {"code": warning.code, "class": "WARN"}
        found["deal"] = warning.deal
    return found
