"""What is said of registering beforehand."""

from django.utils.translation import gettext as _

from tournament.logwords.parts import Data, Who, Words, named


def _made(data: Data, who: Who) -> str:
    return _("%(name)s registered beforehand, under %(code)s.") % data


def _cancelled(data: Data, who: Who) -> str:
    return _("The registration of %(name)s (%(code)s) was cancelled.") % data


def _restored(data: Data, who: Who) -> str:
    return _("%(name)s (%(code)s) is expected after all.") % data


def _came(data: Data, who: Who) -> str:
    return _("%(who)s had registered beforehand, under %(code)s.") % {
        "who": named(data["number"], data["name"]),
        "code": data["code"],
    }


WORDS: Words = {
    "preregistration.made": _made,
    "preregistration.cancelled": _cancelled,
    "preregistration.restored": _restored,
    "preregistration.came": _came,
}
