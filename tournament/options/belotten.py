"""Belotten: its options in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rulebooks.belotten_melds import RANKS
from tournament.options.kinds import Choice, Flag, Group, Number, Option
from tournament.options.lists import Order

POINTS = Number(0, 1000)
CARDS = {
    "A": pgettext_lazy("card", "ace"),
    "K": pgettext_lazy("card", "king"),
    "Q": pgettext_lazy("card", "queen"),
    "J": pgettext_lazy("card", "jack"),
    **{rank: rank for rank in ("10", "9", "8", "7")},
}

GROUPS = (
    Group(
        _("Making it"),
        {
            "melds_count_for_contract": Option(
                _("Melds help the makers to make it"), Flag()
            ),
            "belot_counts_for_contract": Option(_("Belot helps to make it"), Flag()),
            "makers_keep_belot": Option(
                _("Makers who do not make it keep their belot"), Flag()
            ),
            "melds_on_failure": Option(
                _("Melds of makers who fail"),
                Choice(
                    {"to_defenders": _("go to the defenders"), "void": _("are lost")}
                ),
            ),
            "tie_rule": Option(
                _("As many points as the defenders"),
                Choice(
                    {
                        "carry": _("the makers’ points wait for the next winner"),
                        "failed": _("the makers have failed"),
                    }
                ),
            ),
            "held_adds_up": Option(
                _("Points that wait add up when it happens again"), Flag()
            ),
        },
    ),
    Group(
        _("Melds"),
        {
            "eight_sequence": Option(
                _("Eight cards in sequence, not of trump"),
                Choice(
                    {
                        "seed": _("100, as from five cards on"),
                        "split": _("120, as one of five and one of three"),
                    }
                ),
            ),
            "equal_melds": Option(
                _("Melds that are equal in everything"),
                Choice(
                    {
                        "first": _("count for the side that plays first"),
                        "none": _("count for nobody"),
                    }
                ),
            ),
            "card_in_carre_and_sequence": Option(
                _("A card may be in four of a kind and in a sequence"), Flag()
            ),
            "worthless_carre_takes_precedence": Option(
                _("Four eights or sevens take precedence too"),
                Flag(),
                _("They score nothing, but the other side’s melds are lost."),
            ),
            "carre_order": Option(
                _("Four of a kind of 100 points, the best first"),
                Order({rank: CARDS[rank] for rank in ("A", "10", "K", "Q")}, least=4),
            ),
            "sequence_order": Option(
                _("Cards as they follow in a sequence, the highest first"),
                Order({rank: CARDS[rank] for rank in RANKS}, least=len(RANKS)),
            ),
        },
    ),
    Group(
        _("All tricks"),
        {
            "capot_bonus": Option(_("Extra for makers with all tricks"), POINTS),
            "defenders_melds_on_capot": Option(
                _("The defenders’ melds count then"), Flag()
            ),
            "no_trick_bonus": Option(_("Extra for defenders with all tricks"), POINTS),
            "no_trick_on_top": Option(
                _("That comes on top of the 162 of the tricks"), Flag()
            ),
            "no_trick_voids": Option(
                _("When the makers take no trick, melds are lost"),
                Choice({"all": _("of both sides"), "makers": _("of the makers only")}),
            ),
        },
    ),
    Group(
        _("End of the game"),
        {
            "target": Option(_("Points to play to"), Number(1, 100_000)),
            "target_rule": Option(
                _("Those points"),
                Choice(
                    {
                        "exceed": _("have to be exceeded"),
                        "reach": _("only have to be reached"),
                    }
                ),
            ),
            "rounding": Option(
                _("Scores are written"),
                Choice(
                    {
                        "none": _("exactly"),
                        "tens_half_up": _("in tens, 5 is rounded up"),
                        "tens_half_down": _("in tens, 5 is rounded down"),
                    }
                ),
                _("In tens a game to 1000 is a game to 100."),
            ),
            "deal_count": Option(
                _("A fixed number of deals instead"),
                Number(1, 100, empty=_("none: play to the points above")),
                _(
                    "With a multiple of four everybody deals equally often. Empty: "
                    "play to the points above."
                ),
            ),
            "deciding_deal": Option(
                _("Equal past those points: play a deciding deal"),
                Flag(),
                _("Otherwise the game is a draw."),
            ),
            "held_in_deciding_deal": Option(
                _("Points that wait are at stake in it"), Flag()
            ),
            "held_at_end": Option(
                _("Points still waiting at the end"),
                Choice({"lapse": _("lapse"), "to_winner": _("go to the winner")}),
            ),
        },
    ),
    Group(
        _("Mistakes"),
        {
            "misdeal_penalty": Option(
                _("Points for the other side after a misdeal"), POINTS
            ),
            "revoke_rule": Option(
                _("A revoke"),
                Choice(
                    {
                        "none": _("is for the direction to decide"),
                        "162_to_others": _("gives the other side the 162 points"),
                    }
                ),
            ),
        },
    ),
)

NOT_ASKED = {
    "key": "it is the game itself, chosen with the settings",
    "sizes": "two against two: no other size can be played",
    "usual_sizes": "two against two: no other size can be laid",
}
