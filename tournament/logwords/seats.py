"""What is said of seats after a seating was published."""

from django.utils.translation import gettext as _

from tournament.logwords.parts import Data, Who, Words


def _added(data: Data, who: Who) -> str:
    return _("%(who)s joined table %(table)s in round %(round)s.") % _seat(data, who)


def _unseated(data: Data, who: Who) -> str:
    return _("%(who)s did not join table %(table)s in round %(round)s after all.") % (
        _seat(data, who)
    )


def _removed(data: Data, who: Who) -> str:
    return _(
        "%(who)s was taken out of round %(round)s; table %(table)s goes on with one "
        "fewer."
    ) % _seat(data, who)


def _put_back(data: Data, who: Who) -> str:
    return _("%(who)s sits at table %(table)s in round %(round)s again.") % (
        _seat(data, who)
    )


def _left(data: Data, who: Who) -> str:
    return _(
        "%(who)s left table %(table)s in round %(round)s, from deal %(deal)s on."
    ) % _seat(data, who)


def _stayed(data: Data, who: Who) -> str:
    return _("%(who)s did not leave table %(table)s in round %(round)s after all.") % (
        _seat(data, who)
    )


def _substituted(data: Data, who: Who) -> str:
    words = (
        _(
            "%(name)s sits in for %(who)s at table %(table)s in round %(round)s, and "
            "counts for nobody."
        )
        if data["apart"]
        else _(
            "%(name)s sits in for %(who)s at table %(table)s in round %(round)s, and "
            "counts for them."
        )
    )
    return words % _seat(data, who)


def _own_again(data: Data, who: Who) -> str:
    return _(
        "%(name)s plays at table %(table)s in round %(round)s, without a substitute."
    ) % _seat(data, who)


def _exchanged(data: Data, who: Who) -> str:
    return _("%(one)s and %(other)s sat on each other’s places in round %(round)s.") % (
        _two(data, who)
    )


def _exchanged_back(data: Data, who: Who) -> str:
    return _("%(one)s and %(other)s sat on their own places in round %(round)s.") % (
        _two(data, who)
    )


def _two(data: Data, who: Who) -> Data:
    one, other = data["numbers"]
    return {**data, "one": who(one), "other": who(other)}


def _seat(data: Data, who: Who) -> Data:
    return {**data, "who": who(data["number"])}


WORDS: Words = {
    "seat.added": _added,
    "seat.unseated": _unseated,
    "seat.removed": _removed,
    "seat.put_back": _put_back,
    "seat.left": _left,
    "seat.stayed": _stayed,
    "seat.substituted": _substituted,
    "seat.own_again": _own_again,
    "seat.exchanged": _exchanged,
    "seat.exchanged_back": _exchanged_back,
}
