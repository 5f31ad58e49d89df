"""The distribution of a statistic, from how many tours have each value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from engine.kinds.census.specification import Distribution


def distribution_of(name: str, numbers: Sequence[int], *, sampled: bool) -> Distribution:
    """Return the distribution of a statistic, given how many tours have each value 0, 1, ..."""
    met = [value for value, number in enumerate(numbers) if number]
    least, most, tours = met[0], met[-1], sum(numbers)
    mean = Fraction(sum(value * number for value, number in enumerate(numbers)), tours)
    variance = Fraction(sum(value * value * number for value, number in enumerate(numbers)), tours) - mean * mean
    some = numbers[least : most + 1]
    return Distribution(
        statistic=name,
        least=least,
        most=most,
        tours=[str(number) for number in some],
        mean=float(mean),
        standard_deviation=math.sqrt(variance),
        mean_error=math.sqrt(variance / (tours - 1)) if sampled and tours > 1 else None,
        share_errors=[math.sqrt(Fraction(n * (tours - n), tours**3)) for n in some] if sampled else None,
    )
