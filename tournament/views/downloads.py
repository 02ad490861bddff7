"""The workbook as a file to download: for the desk and for the public."""

from io import BytesIO

from django.http import HttpResponse

from tournament.models import Tournament
from tournament.queries.evening import evening
from tournament.workbook import write_workbook

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook_download(tournament: Tournament, *, public: bool) -> HttpResponse:
    """The workbook of a tournament; with ``public`` only names that may be shown."""
    target = BytesIO()
    write_workbook(evening(tournament, public=public), target)
    response = HttpResponse(target.getvalue(), content_type=XLSX)
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.xlsx"'
    return response
