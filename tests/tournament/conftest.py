"""Fixtures of the tournament's tests: evenings of fixed pairs."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.building import Evening
from tests.tournament.pair_nights import pair_night
from tournament.models import Club


@pytest.fixture
def pair_evening(club: Club, director: User) -> Callable[..., Evening]:
    """Builds an evening of pairs: pair_evening(6), pair_evening(5, "bolivia")."""

    def build(count: int, rulebook: str = "belotten", **wishes: Any) -> Evening:
        return pair_night(club, director, count, rulebook, **wishes)

    return build
