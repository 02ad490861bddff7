"""What every page's frame needs: the same page in the other languages."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language


def languages(request: HttpRequest) -> dict[str, object]:
    here = request.get_full_path()
    return {
        "LANGUAGE": get_language(),
        "other_languages": [
            (code, name, translate_url(here, code))
            for code, name in settings.LANGUAGES
            if code != get_language()
        ],
    }
