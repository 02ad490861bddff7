"""What every page's frame needs: the same page in the other languages."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language


def languages(request: HttpRequest) -> dict[str, object]:
    here = urlencode({"next": request.get_full_path()})
    return {
        "LANGUAGE": get_language(),
        "other_languages": [
            (code, name, f"{reverse('choose_language', args=[code])}?{here}")
            for code, name in settings.LANGUAGES
            if code != get_language()
        ],
    }
