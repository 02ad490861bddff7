"""What a page sends along, read so that nothing sent can make an error."""

import secrets

from django.http import HttpRequest


def whole(text: str, digits: int = 8) -> int:
    """The number of a text of at most so many digits; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= digits else 0


def page_key(request: HttpRequest) -> str:
    """What tells one page that was sent from another; a new one where it is missing."""
    return request.POST.get("key") or secrets.token_hex(16)


def based_on(request: HttpRequest) -> int:
    """The number of the revision that was on the page; 0 for none."""
    return whole(request.POST.get("based_on", "")[:9], 9)
