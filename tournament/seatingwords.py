"""Sentences for a director about tables and seatings: what is proven, what it means.

Figures come in, words come out; it counts nothing itself.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.seating import Quality
from tournament.tablechoices import TableChoice


def about_choice(choice: TableChoice) -> str:
    """What tables of these sizes mean over the rounds left."""
    if len(choice.sizes) == 1:
        return _("Everybody at one table: all meet all, every round.")
    return " ".join((_repeats_of(choice), _meets_of(choice), _fairness_of(choice)))


def about_quality(
    quality: Mapping[str, Any],
    *,
    pairs: bool,
    dealers_drawn: bool,
    mixed: bool,
    more_rounds: bool,
) -> list[str]:
    """The quality of a seating, a sentence per fact; ``quality`` as it is stored.

    ``mixed``: tables of more than one size; ``more_rounds``: rounds after this one were
    planned along with it.
    """
    if "bound_by" not in quality:
        return []
    said = [*_proof(quality, more_rounds)]
    if quality["blind"] >= 1 and quality["blind"] > quality["collisions"]:
        said.append(
            _("A draw by lot alone would give about %(count)s on average.")
            % {"count": round(quality["blind"])}
        )
    said.append(_most(quality["most_meetings"], pairs))
    if quality["met_least"]:
        said.append(_met(quality, pairs))
    if mixed:
        said.append(f"{capfirst(_evenness(quality['evenness']))}.")
    if dealers_drawn:
        said.append(_first_deals(quality["first_dealer_spread"]))
    else:
        said.append(_("Who deals first is decided by card at the table."))
    return [sentence for sentence in said if sentence]


def reason(by: str) -> str:
    """Why repeats cannot be avoided, by the bound that proves it."""
    return {
        "pairs": _("there are fewer pairs of people left than meetings to be had"),
        "player": _("some have too few people left whom they did not meet yet"),
        "crossing": _(
            "a table seats more people than there are tables they can come from"
        ),
        "window": _("every few of these rounds force some among themselves"),
        "fair": _(
            "sharing the small tables evenly brings the same people together again"
        ),
        "collisions": _("so many meetings cannot all be first ones"),
    }.get(by, "")


def figures(quality: Quality, *, variety_first: bool) -> str:
    """A plan in one line: its repeats and its evenness, over all its rounds."""
    name = _("Variety first") if variety_first else _("Even tables first")
    return _("%(name)s: %(repeats)s; %(evenness)s") % {
        "name": name,
        "repeats": ngettext(
            "%(count)s pair meets again", "%(count)s pairs meet again", quality.repeats
        )
        % {"count": quality.repeats},
        "evenness": _evenness(quality.evenness),
    }


def _repeats_of(choice: TableChoice) -> str:
    if choice.repeats:
        text = ngettext(
            "At least %(count)s repeat in %(rounds)s.",
            "At least %(count)s repeats in %(rounds)s.",
            choice.repeats,
        )
        return text % {"count": choice.repeats, "rounds": _rounds(choice.rounds)}
    if choice.proven:
        text = _("Proven: 0 repeats can be had in %(rounds)s.")
    elif choice.uneven:
        text = _("Proven: with variety first 0 repeats can be had in %(rounds)s.")
    else:
        text = _("No repeat is forced in %(rounds)s.")
    return text % {"rounds": _rounds(choice.rounds)}


def _rounds(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def _meets_of(choice: TableChoice) -> str:
    fewest, most = choice.meets
    if choice.repeats:
        return _("Nobody meets more than %(most)s others.") % {"most": most}
    if fewest == most and choice.proven:
        return _("Everybody meets %(most)s others.") % {"most": most}
    if fewest == most:
        return _("Everybody meets up to %(most)s others.") % {"most": most}
    return _("Everybody meets %(fewest)s to %(most)s others.") % {
        "fewest": fewest,
        "most": most,
    }


def _fairness_of(choice: TableChoice) -> str:
    if not choice.mixed:
        return _("All tables are alike.")
    seats = ngettext(
        "%(count)s person sits at a smaller table each round",
        "%(count)s people sit at a smaller table each round",
        choice.small_seats,
    ) % {"count": choice.small_seats}
    if choice.rounds == 1:
        return f"{seats}."
    fewest, most = choice.small_rounds
    if fewest == most:
        text = ngettext(
            "%(seats)s: everybody %(most)s time.",
            "%(seats)s: everybody %(most)s times.",
            most,
        )
    else:
        text = ngettext(
            "%(seats)s: everybody %(fewest)s or %(most)s time.",
            "%(seats)s: everybody %(fewest)s or %(most)s times.",
            most,
        )
    return text % {"seats": seats, "fewest": fewest, "most": most}


def _proof(quality: Mapping[str, Any], more_rounds: bool) -> list[str]:
    """What is proven about the fewest repeats there can be."""
    here, bound = quality["collisions"], quality["bound"]
    if bound:
        said = _(
            "Proven: nobody can seat this round with fewer than %(count)s, because "
            "%(why)s."
        ) % {"count": bound, "why": reason(quality["bound_by"])}
    elif here:
        said = _("Whether this round can be seated without any is not proven.")
    else:
        return []
    if here > quality["repeats"]:
        return [said, _("A third meeting counts twice here, a fourth three times.")]
    if here > bound and more_rounds:
        return [said, _("One here may spare more in the rounds planned along with it.")]
    return [said]


def _most(most: int, pairs: bool) -> str:
    if most < 2:
        return ""
    if pairs:
        text = _("No two pairs have played more than %(count)s times then.")
    else:
        text = _("No two people have met more than %(count)s times then.")
    return text % {"count": most}


def _met(quality: Mapping[str, Any], pairs: bool) -> str:
    least, mean = quality["met_least"], quality["met_mean"]
    if pairs:
        text = _(
            "Everybody has then had %(least)s opponents or more, %(mean)s on average."
        )
    else:
        text = _(
            "Everybody has then met %(least)s people or more, %(mean)s on average."
        )
    return text % {"least": least, "mean": number_format(mean, 1)}


def _evenness(gap: int) -> str:
    if not gap:
        return _("everybody is at a smaller table equally often")
    text = _("rounds at a smaller table differ by %(count)s at the most")
    return text % {"count": gap}


def _first_deals(gap: int) -> str:
    if not gap:
        return _("Everybody dealt first equally often.")
    return _("First deals differ by %(count)s at the most.") % {"count": gap}
