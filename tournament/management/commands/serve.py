"""manage.py serve: the evening server for a hall."""

import io
import os
import socket
from typing import Any

import segno
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from granian import Granian
from granian.constants import Interfaces

from tournament.addresses import lan_address


class Command(BaseCommand):
    help = "Serve Bolwerk on this computer and in its network."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--only-here",
            action="store_true",
            help="do not answer other computers and phones in the network",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host = "127.0.0.1" if options["only_here"] else "0.0.0.0"
        port = options["port"]
        claim_port(host, port)
        call_command("migrate", verbosity=0)
        self.say_where(port, options["only_here"])
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        Granian(
            "config.wsgi:application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=1,
            blocking_threads=4,
            log_enabled=False,
        ).serve()

    def say_where(self, port: int, only_here: bool) -> None:
        self.stdout.write(
            _("Bolwerk is at http://localhost:%(port)s/") % {"port": port}
        )
        if not only_here:
            address = f"http://{lan_address()}:{port}/"
            self.stdout.write(_("In this network: %(address)s") % {"address": address})
            if self.stdout.isatty():
                code = io.StringIO()
                segno.make(address, error="m").terminal(code, compact=True)
                self.stdout.write(code.getvalue())
        self.stdout.write(_("Stop with Ctrl-C."))
        self.stdout.flush()


def claim_port(host: str, port: int) -> None:
    """Raise CommandError with a way out when no server can start here."""
    if not 1 <= port <= 65535:
        raise CommandError(_("A port is a number from 1 to 65535."))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            other = port + 1 if port < 65535 else 8000
            raise CommandError(
                _("Port %(port)s is in use. Try another: --port %(other)s")
                % {"port": port, "other": other}
            ) from None
