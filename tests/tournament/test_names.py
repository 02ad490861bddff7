"""Two spellings of one person, and two people with much the same name."""

import pytest

from tournament.names import find_similar, same_name, similar_name


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Renée Çelik", "renee  CELIK"),
        ("Ruud van 't Hof", "Ruud van \u2019t Hof"),
        ("D'Angelo", "Dangelo"),
        ("An van der Steen", "An Vandersteen"),
        ("Søren Łoś", "Soren Los"),
    ],
)
def test_names_are_the_same_apart_from_signs_and_spaces(a: str, b: str) -> None:
    assert same_name(a, b)
    assert not similar_name(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Kees Bakker", "Kees Baker"),
        ("Jan de Vries", "Jan de Vreis"),
        ("Jan de Vries", "Jan de Vris"),
        ("Piet Jansen", "Piet Hansen"),
        ("Vries, Jan de", "Jan de Vries"),
        ("de Vries Jan", "Jan de Vries"),
        ("Jan de Vries", "Jan Vries"),
        ("Gerda v.d. Berg", "Gerda van den Berg"),
        ("Gerda v/d Berg", "Gerda van de Berg"),
        ("Gerda Vandenberg", "Gerda van de Berg"),
        ("Fatima el Amrani", "Fatima Amrani"),
        ("Amrani, Fatima el", "Fatima Amrani"),
        ("Ans Meijer", "Ans Meyer"),
        ("J. de Vries", "Jan de Vries"),
    ],
)
def test_names_that_may_be_one_person_are_similar(a: str, b: str) -> None:
    assert not same_name(a, b)
    assert similar_name(a, b)
    assert similar_name(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Jan de Vries", "Jan Doeksen"),
        ("Jan de Vries", "Jan de Boer"),
        ("Piet Molenaar", "Riet Molenaar"),
        ("Jan Bakker", "Jaap Bakker"),
        ("Bo Li", "Bo Lin"),
        ("Hanna Smit", "Janna Smit"),
        ("Bo Li", "Bolin"),
        ("Al Bakker", "Bakker"),
        ("Kees Bakker", "Kees Bakkers-Bos"),
        ("A. Bakker", "B. Bakker"),
        ("Jan Jansen", "Jaap Janssen"),
        ("Kees Bakker", "Kees Dekker"),
    ],
)
def test_names_of_different_people_are_not_similar(a: str, b: str) -> None:
    assert not similar_name(a, b)
    assert not similar_name(b, a)


def test_similar_names_are_found_in_their_own_order() -> None:
    listed = ["Kees Bakker", "Bakker, Kees", "Kees Baker", "Kees Dekker", "K. Bakker"]
    assert find_similar("Kees Bakker", listed) == [
        "Bakker, Kees",
        "Kees Baker",
        "K. Bakker",
    ]
