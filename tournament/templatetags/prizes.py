"""Filters of the pages of prizes: their sentences."""

from django import template

from tournament.prizewords import how_shared, what_each_gets, what_is_won, won_for

register = template.Library()

register.filter("what", what_is_won)
register.filter("heading_of", won_for)
register.filter("gets", what_each_gets)
register.filter("shared", how_shared)
