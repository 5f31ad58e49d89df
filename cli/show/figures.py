"""Numbers as people read them."""

from __future__ import annotations

from decimal import Decimal

UNITS = ("", "k", "M", "G", "T", "P")
MINUTE, HOUR, DAY = 60, 3600, 86400


def grouped(value: str) -> str:
    """Return an exact decimal of any size with its digits in threes: "7894584" is "7,894,584"."""
    return f"{int(value):,}"


def compact(value: float) -> str:
    """Return three significant digits and a unit: 12345.6 is "12.3k"."""
    scaled, unit = value, 0
    while abs(scaled) >= 999.5 and unit < len(UNITS) - 1:
        scaled, unit = scaled / 1000, unit + 1
    return f"{scaled:.3g}{UNITS[unit]}"


def estimate(value: float, standard_error: float) -> str:
    """Return an estimate with its error in the same power of ten: "(1.96 ± 0.01) x 10^16"."""
    if value == 0:
        return f"0 ± {standard_error:.2g}"
    exponent = Decimal(value).adjusted()
    scale = Decimal(10) ** exponent
    digits = 2 if standard_error == 0 else max(0, 1 - (Decimal(standard_error) / scale).adjusted())
    text = f"{Decimal(value) / scale:.{digits}f} ± {Decimal(standard_error) / scale:.{digits}f}"
    return f"({text}) x 10^{exponent}" if exponent else text


def duration(seconds: float) -> str:
    """Return a time span in the two largest units that matter: 3725 is "1 h 2 min"."""
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    if whole < DAY:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
    return f"{whole // DAY} d {whole % DAY // HOUR} h"
