"""Bolivia and Canasta: their options in words."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.options.kinds import Choice, Flag, Group, Number, Option, Sizes, figure
from tournament.options.lists import Column, Figures, Numbers, Order, Rows

MOST = 100_000
POINTS = Number(0, MOST)
PLAYERS = (_("2 players"), _("3 players"), _("4 players"))
# A card is worth a multiple of five, so that every score is one (rule 5.3).
VALUE = Number(0, 1000, step=5)


def first_meld_words(row: Sequence[int | None]) -> str:
    """What a first meld must be worth from some score on, in words."""
    told = {"score": figure(row[0] or 0), "least": row[1]}
    return gettext("%(least)s from %(score)s on") % told


GROUPS = (
    Group(
        _("Cards"),
        {
            "packs": Option(_("Packs of 52 cards"), Number(1, 4)),
            "jokers": Option(_("Jokers"), Number(0, 12)),
            "dealt": Option(_("Cards dealt to each"), Figures(PLAYERS, 1, 60)),
            "sequences": Option(_("There are escaleras and bolivias"), Flag()),
            "most_wild": Option(_("Most wild cards in a canasta"), Number(0, 6)),
        },
    ),
    Group(
        _("Card values"),
        {
            "joker": Option(_("A joker"), VALUE),
            "two": Option(_("A two"), VALUE),
            "ace": Option(_("An ace"), VALUE),
            "k_to_8": Option(_("A king down to an 8"), VALUE),
            "seven_to_4": Option(_("A 7 down to a 4"), Number(5, 1000, step=5)),
            "black_three": Option(_("A black three on the table"), VALUE),
            "three_in_hand": Option(_("A black three left in hand costs"), POINTS),
        },
    ),
    Group(
        _("Bonuses"),
        {
            "mixed": Option(_("Mixed canasta"), POINTS),
            "natural": Option(_("Natural canasta"), POINTS),
            "escalera": Option(_("Escalera"), POINTS),
            "bolivia": Option(_("Bolivia"), POINTS),
            "short_wild_meld": Option(_("Meld of 3 to 6 wild cards"), POINTS),
            "red_threes": Option(
                _("One red three, two red threes, and so on"),
                Numbers(0, MOST, lead=(0,)),
                _("A number for each, up to all that are in the packs."),
            ),
            "red_three_condition": Option(
                _("Red threes count for a side that"),
                Choice(
                    {
                        "going_out": _("has what going out needs"),
                        "two_canastas": _("has two canastas of any kind"),
                        "melded": _("has cards on the table"),
                    }
                ),
                _("They cost another side as much."),
            ),
        },
    ),
    Group(
        _("First meld"),
        {
            "first_meld_below_zero": Option(
                _("Least value with a score below 0"), Number(0, 1000)
            ),
            "first_meld": Option(
                _("Least value by the score before the hand"),
                Rows(
                    (
                        Column("from", _("score from"), 0, MOST),
                        Column("least", _("least value"), 0, 1000),
                    ),
                    first_meld_words,
                ),
                _("The first row is from 0. An empty row is left out."),
            ),
        },
    ),
    Group(
        _("Going out"),
        {
            "out_normal": Option(_("Bonus for going out"), POINTS),
            "out_concealed": Option(_("Bonus for going out in one turn"), POINTS),
            "canastas_to_go_out": Option(
                _("Canastas that it takes"), Figures(PLAYERS, 0, 10)
            ),
            "escalera_to_go_out": Option(_("One of them is an escalera"), Flag()),
            "concealed_needs_them": Option(
                _("Going out in one turn takes them too"), Flag()
            ),
        },
    ),
    Group(
        _("End of the game"),
        {
            "target": Option(_("Points to play to"), Figures(PLAYERS, 1, 1_000_000)),
            "deal_count": Option(
                _("A fixed number of hands instead"),
                Number(1, 100, empty=_("none: play to the points")),
                _("Four hands: everybody deals once. Empty: play to the points."),
            ),
            "time_limit": Option(
                _("The clock may end a game: the higher total wins"), Flag()
            ),
            "hand_limit": Option(
                _("Hands after which a game to points is a draw"), Number(1, 1000)
            ),
            "target_first": Option(
                _("The points reached in the last of those hands win"), Flag()
            ),
            "shared_first_only": Option(
                _("Three players, two highest: a draw between those two"),
                Flag(),
                _("Otherwise a draw of all three."),
            ),
            "stock_hand_counts": Option(
                _("A hand that ends because the stock is finished counts"), Flag()
            ),
        },
    ),
    Group(
        _("Table sizes and standings"),
        {
            "sizes": Option(_("Players at a table"), Sizes(2, 4)),
            "usual_sizes": Option(
                _("Tables to have"),
                Order({size: str(size) for size in (2, 3, 4)}, least=1),
                _("First the size to have most of; other sizes only if need be."),
            ),
            "points_first": Option(
                _("Points decide the standings before victory points"), Flag()
            ),
            "unusual_score": Option(
                _("Ask once more about a hand of more than"), Number(0, 1_000_000)
            ),
        },
    ),
)

NOT_ASKED = {"key": "it is the game itself, chosen with the settings"}
