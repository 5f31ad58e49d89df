"""The verdict of a comparison, in words."""

from __future__ import annotations

from collections.abc import Sequence

from findings.comparison.pairs import FigureComparison, SquareComparison

UNLIKELY = 0.001
"""Estimates by start square with a smaller p-value of chi-square do not agree as a whole."""


def verdict(
    figures: Sequence[FigureComparison],
    squares: Sequence[SquareComparison],
    digests: Sequence[str] | None,
    differences: Sequence[str],
) -> str:
    """Return the verdict; `differences` names what the two sides do not have in common."""
    if digests is not None and digests[0] == digests[1]:
        return "Equal to the last bit: results, statistics, checkpoints and stored tours have the same digest."
    words = [f"The sides differ in their {', '.join(differences)}."] if differences else []
    if not figures and not squares:
        return " ".join([*words, "They have no figure in common."])
    words += [*_figures(figures), *(_square(one) for one in squares)]
    if digests is not None:
        words.append("They ask for the same, but their digests differ.")
    return " ".join(words)


def _figures(figures: Sequence[FigureComparison]) -> list[str]:
    judged = [one for one in figures if one.agrees is not None]
    words = []
    wrong = [one for one in judged if not one.agrees]
    if wrong:
        pairs = "; ".join(f"{one.quantity}: {one.first.value} and {one.second.value}" for one in wrong)
        words.append(f"{len(wrong)} of {len(judged)} common figures disagree: {pairs}.")
    elif judged and all(one.z is None for one in judged):
        words.append(f"All {len(judged)} common figures are equal.")
    elif judged:
        largest = max(abs(one.z) for one in judged if one.z is not None)
        words.append(f"All {len(judged)} common figures agree; estimates within {largest:.2f} standard errors.")
    if len(judged) < len(figures):
        names = ", ".join(one.quantity for one in figures if one.agrees is None)
        words.append(f"Not judged, as a job has counted a part only: {names}.")
    return words


def _square(one: SquareComparison) -> str:
    judged = [row for row in one.rows if row.agrees is not None]
    if not judged:
        return f"By start square, {one.quantity} are not judged: a job has counted a part only."
    start = f"By start square, {one.quantity}"
    if one.differing:
        words = f"{start} differ on {len(one.differing)} of {len(judged)} squares"
    else:
        words = f"{start} agree on all {len(judged)} squares"
    if one.p_value is None:
        return f"{words}."
    likely = "as chance would have it" if one.p_value >= UNLIKELY else "more than chance explains"
    return f"{words}; chi-square {one.chi_square:.4g} on {one.degrees_of_freedom}, {likely} (p = {one.p_value:.2g})."
