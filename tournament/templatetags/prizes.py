"""Filters of the pages of prizes: sentences, no logic."""

from django import template

from tournament.prizegiving import Offered, Won
from tournament.prizewords import how_shared, what_each_gets, what_is_won, won_for

register = template.Library()


@register.filter
def what(prize: Offered) -> str:
    return what_is_won(prize)


@register.filter
def heading_of(won: Won) -> str:
    return won_for(won)


@register.filter
def gets(won: Won) -> str:
    return what_each_gets(won)


@register.filter
def shared(won: Won) -> str:
    return how_shared(won)
