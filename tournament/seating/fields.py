"""Finite fields, for designs that need a division table.

Plain arithmetic on 0..q-1. It must not know tables, rounds or people.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product


def prime_power(q: int) -> tuple[int, int] | None:
    """The prime p and the exponent e with p**e = q, or None when there are none."""
    p = next((d for d in range(2, q + 1) if q % d == 0), 0)
    if not p:
        return None
    exponent = 0
    while q % p == 0:
        q //= p
        exponent += 1
    return (p, exponent) if q == 1 else None


@cache
def field(q: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """The addition and the multiplication table of GF(q), q a prime power.

    An element is the number whose digits in base p are the coefficients of its
    polynomial, lowest first; products are taken modulo the first monic polynomial of
    degree e without divisors. ValueError when q is no prime power.
    """
    found = prime_power(q)
    if found is None:
        raise ValueError(q)
    p, e = found
    modulus = next(m for m in _monic(p, e) if _irreducible(m, p))
    digits = [_digits(element, p, e) for element in range(q)]
    plus = [
        [_number([(x + y) % p for x, y in zip(a, b, strict=True)], p) for b in digits]
        for a in digits
    ]
    times = [[_number(_product(a, b, modulus, p), p) for b in digits] for a in digits]
    return tuple(map(tuple, plus)), tuple(map(tuple, times))


def _digits(number: int, p: int, length: int) -> list[int]:
    return [number // p**place % p for place in range(length)]


def _number(digits: list[int], p: int) -> int:
    return sum(digit * p**place for place, digit in enumerate(digits))


def _monic(p: int, degree: int) -> Iterator[list[int]]:
    for low in product(range(p), repeat=degree):
        yield [*low, 1]


def _irreducible(polynomial: list[int], p: int) -> bool:
    half = (len(polynomial) - 1) // 2
    divisors = (d for degree in range(1, half + 1) for d in _monic(p, degree))
    return all(any(_rest(polynomial, d, p)) for d in divisors)


def _product(a: list[int], b: list[int], modulus: list[int], p: int) -> list[int]:
    whole = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            whole[i + j] = (whole[i + j] + x * y) % p
    return _rest(whole, modulus, p)


def _rest(polynomial: list[int], monic: list[int], p: int) -> list[int]:
    """What is left of a polynomial after division by a monic one."""
    rest = list(polynomial)
    degree = len(monic) - 1
    for top in range(len(rest) - 1, degree - 1, -1):
        factor = rest[top]
        for place, digit in enumerate(monic):
            rest[top - degree + place] -= factor * digit
            rest[top - degree + place] %= p
    return rest[:degree]
