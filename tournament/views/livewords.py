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
    "read_out": gettext_lazy("Read the totals out loud, and hand in."),
}
