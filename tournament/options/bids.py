"""Games in which you bid your tricks: their options in words."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.options.deals import Deals
from tournament.options.kinds import Choice, Flag, Group, Number, Option, Sizes, Text
from tournament.options.lists import Column, Order, Rows

POINTS = Number(-1000, 1000)
RANKING = {
    "totaal": _("total"),
    "gemist": _("fewest rounds missed"),
    "bollen": _("fewest bollen"),
    "punten": _("points"),
    "beste_rondes": _("best rounds"),
}


def pack_words(row: Sequence[int | None]) -> str:
    """A pack of some table size in words."""
    places, deck, most = row
    told = {"places": places, "deck": deck, "most": most}
    if most is None:
        return gettext("tables of %(places)s: %(deck)s cards") % told
    return gettext("tables of %(places)s: %(deck)s cards, at most %(most)s each") % told


GROUPS = (
    Group(
        _("Deals"),
        {
            "deals": Option(
                _("The deals, in order"),
                Deals(),
                _(
                    "The cards of each deal. Z or SA: without trump; B: without trump "
                    "and bid blind; T: with trump and bid blind. Empty: 1, 2 and so on "
                    "to the largest deal, that one without trump too, and back to 1."
                ),
            ),
            "deck": Option(_("Cards in the pack"), Number(4, 208)),
            "packs": Option(
                _("Another pack at some table sizes"),
                Rows(
                    (
                        Column("places", _("players"), 3, 8),
                        Column("deck", _("cards"), 4, 208),
                        Column("max_cards", _("largest deal"), 1, 60, optional=True),
                    ),
                    pack_words,
                    named=True,
                ),
                _("A largest deal here counts where the line of deals is empty."),
            ),
            "most_cards": Option(
                _("Largest deal"),
                Number(1, 60),
                _("Where the line of deals is empty and the pack allows it."),
            ),
            "no_trump_label": Option(
                _("Mark of the deal without trump"),
                Text(4, letters=True),
                _("Where the line of deals is empty: Z or SA."),
            ),
            "trump_suit": Option(
                _("Trump"),
                Choice(
                    {
                        None: _("the suit of the turned card"),
                        "S": _("always spades"),
                        "H": _("always hearts"),
                        "D": _("always diamonds"),
                        "C": _("always clubs"),
                    }
                ),
            ),
        },
    ),
    Group(
        _("Bidding"),
        {
            "bids_at_once": Option(
                _("Everybody bids at the same moment"),
                Flag(),
                _("Nobody is last then, so every bid is allowed."),
            ),
            "hook_from": Option(
                _("The bids may not add up, from so many cards on"),
                Number(1, 60, empty=_("they may add up in every deal")),
                _(
                    "The last bidder may not bring the sum of the bids to the number "
                    "of tricks. 1: in every deal. Empty: they may."
                ),
            ),
        },
    ),
    Group(
        _("Scoring"),
        {
            "hit_bonus": Option(_("Points for a made bid"), POINTS),
            "hit_per": Option(_("And for every trick of a made bid"), POINTS),
            "miss": Option(_("Points for a bol"), POINTS, _("−2 costs two points.")),
            "miss_per": Option(_("And for every trick that a bol is off"), POINTS),
            "penalty": Option(
                _("Points for a penalty bol"),
                Number(-1000, 1000, empty=_("the same as a bol")),
                _("Empty: the same as a bol."),
            ),
            "turned_zero": Option(
                _("A penalty bol may be written by turning a made 0"),
                Flag(),
                _(
                    "The 0 then scores nothing any more, besides what the bol costs. "
                    "At home it always may."
                ),
            ),
            "start": Option(_("Points to begin with"), POINTS),
        },
    ),
    Group(
        _("Table sizes"),
        {
            "sizes": Option(_("Players at a table"), Sizes(3, 8)),
            "usual_sizes": Option(
                _("Tables to have"),
                Order({size: str(size) for size in range(3, 9)}, least=1),
                _("First the size to have most of; other sizes only if need be."),
            ),
            "sits_out_from": Option(
                _("One player sits out each deal at tables of at least"),
                Number(4, 8, empty=_("nobody sits out")),
                _("In turn. Empty: nobody sits out."),
            ),
        },
    ),
    Group(
        _("End of the game and standings"),
        {
            "high_wins": Option(
                _("Winner"),
                Choice({True: _("the highest total"), False: _("the lowest total")}),
            ),
            "table_points": Option(
                _("A round is worth one’s place at the table"),
                Flag(),
                _(
                    "The first of four gets 4 points, the last 1; a shared place is "
                    "shared out. The totals decide where these are equal."
                ),
            ),
            "locks_deals": Option(
                _("Only the last deal can be entered again at the table"),
                Flag(),
                _(
                    "Until the first bid of the next one, on the phone that keeps the "
                    "form. The desk may put any deal right."
                ),
            ),
            "home": Option(
                _("As at home: who has most bollen loses"),
                Flag(),
                _("There is no total then. A made 0 can be turned into a bol."),
            ),
            "forfeit": Option(
                _("What the loser owes the others"),
                Text(),
                _("In the club’s own words: a drink, the next round of coffee."),
            ),
            "ranking": Option(
                _("What decides the standings"),
                Order(RANKING, empty=_("the usual order")),
                _(
                    "The first figure decides, and the next one where it is equal. "
                    "Empty: total, rounds missed, bollen, points, best rounds; at "
                    "home bollen, points."
                ),
            ),
        },
    ),
)

NOT_ASKED = {
    "key": "it is the game itself, chosen with the settings",
    "max_cards": "every round has its own, by the sizes of its tables",
}
