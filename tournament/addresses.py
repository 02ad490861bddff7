"""Addresses that other people can open: for QR codes on paper and on the screen."""

import socket

from django.http import HttpRequest

ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


def lan_address() -> str:
    """This computer's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def for_others(request: HttpRequest, path: str) -> str:
    """The full address of a page, also when the desk looks at it on localhost."""
    host, colon, port = request.get_host().rpartition(":")
    if not colon or port.endswith("]"):
        host, colon, port = request.get_host(), "", ""
    if host in ONLY_HERE:
        host = lan_address()
    return f"{request.scheme}://{host}{colon}{port}{path}"
