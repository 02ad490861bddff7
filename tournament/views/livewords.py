"""What the page says while a form is kept at the table, for its script."""

from django.utils.translation import gettext_lazy, pgettext_lazy

LIVE_WORDS = {
    "card": gettext_lazy("%(cards)s card"),
    "cards": gettext_lazy("%(cards)s cards"),
    "no_trump": gettext_lazy("without trump"),
    "blind": gettext_lazy("bid blind"),
    "bids": gettext_lazy("%(name)s bids"),
    "takes": gettext_lazy("how many did %(name)s take?"),
    "leads": gettext_lazy("leads"),
    "deals": pgettext_lazy("who gives the cards", "deals"),
    "sum_of_bids": gettext_lazy("Bid together"),
    "sum_of_tricks": gettext_lazy("Taken together"),
    "of_trick": gettext_lazy("of %(cards)s trick"),
    "of_tricks": gettext_lazy("of %(cards)s tricks"),
    "forbidden": gettext_lazy(
        "%(bid)s is not allowed: %(sum)s + %(bid)s = %(cards)s, exactly the tricks."
    ),
    "done": gettext_lazy("All deals are in"),
    "ended": gettext_lazy("The game ends here"),
    "too_few": gettext_lazy("Fewer than three are left. Hand in, and say why."),
    "read_out": gettext_lazy("Read the totals out loud, and hand in."),
    "winner": gettext_lazy("winner"),
    "loser": gettext_lazy("loser"),
    "sits_out": gettext_lazy("%(name)s sits out"),
    "redo": gettext_lazy("Deal %(deal)s once more"),
    "locked": gettext_lazy(
        "Deal %(deal)s stands: the next one has begun. Was it wrong? The desk puts "
        "it right."
    ),
    "ask_revoke": gettext_lazy("Who revoked? The deal is played again."),
    "ask_left": gettext_lazy("Who leaves? The others go on without, from this deal."),
    "ask_pen": gettext_lazy("Who writes from this deal on?"),
    "ask_sits_out": gettext_lazy("Who sits out this deal?"),
}
