"""A contribution to the OEIS in its internal format: new terms of a sequence, or a sequence that it may not have.

Only our reference data say what the OEIS has; the head of a contribution says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.number_theory.recurrence import find_recurrence
from findings.exports.oeis_program import program_lines
from findings.exports.sequences import KnownSequence, printed_terms
from findings.statements.published_figures import OEIS

NEW = "A000000"
"""Placeholder for the number that the OEIS will assign."""

LINE, LINES = 76, 3
"""Characters of a line of terms, and how many lines the OEIS shows."""

MAX_ORDER = 12
"""Longer recurrences are only mentioned."""

MIN_CHARACTERS = 200
"""Characters of terms; with fewer, the editors ask for more terms."""

COUNTED = {
    "tours": "directed knight's tours (Hamiltonian paths)",
    "paths": "undirected knight's tours (Hamiltonian paths)",
    "closed": "directed closed knight's tours (Hamiltonian cycles, from each square in both directions)",
    "cycles": "closed knight's tours (undirected Hamiltonian cycles)",
    "cycle_classes": "closed knight's tours (undirected) up to the symmetries of the board",
    "open_classes": "open knight's tours (undirected) up to the symmetries of the board",
}
WHERE = {
    "torus": ("torus", "Rows and columns wrap around."),
    "cylinder": ("cylinder", "The columns wrap around, the rows have borders."),
    "moebius": ("Moebius strip", "The columns wrap around with the rows reversed, the rows have borders."),
    "klein": ("Klein bottle", "The rows wrap around plainly, the columns with the rows reversed."),
    "cube": ("cube's surface", "The board is the surface of a cube of side n."),
}
"""What a surface is called, and how it is joined."""


@dataclass(frozen=True)
class Contribution:
    """A sequence to be sent. number: that of the OEIS, None if none is known to us. author: the name that editors see.

    date: such as "Nov 26 2026". related: our other sequences with their numbers.
    """

    sequence: KnownSequence
    number: str | None = None
    author: str | None = None
    date: str = ""
    related: Sequence[tuple[str, KnownSequence]] = ()

    @property
    def name(self) -> str:
        """The OEIS number, or its placeholder."""
        return self.number or NEW

    @property
    def terms(self) -> dict[int, int]:
        """The terms by n."""
        return dict(enumerate(self.sequence.terms, self.sequence.first))

    @property
    def printed(self) -> dict[int, int]:
        """The terms by n that our reference data say the OEIS has."""
        return {} if self.number is None else printed_terms(self.number, self.sequence)

    @property
    def further(self) -> list[int]:
        """The n of our terms after the last one printed."""
        last = max(self.printed, default=None)
        return [] if last is None else [n for n in self.terms if n > last]

    @property
    def corrected(self) -> list[int]:
        """The n of the terms that are printed with other values."""
        return [n for n, value in self.printed.items() if self.terms.get(n, value) != value]


def contribution_text(asked: Contribution) -> str:
    """Return the contribution; lines of the head, which is not for the OEIS, begin with #."""
    lines = (f"%{letter} {asked.name} {text}".rstrip() for letter, text in _fields(asked))
    return "".join(f"{line}\n" for line in (*_head(asked), *lines))


def oeis_b_file(asked: Contribution) -> str:
    """Return the b-file: a line "n a(n)" for each term."""
    return "".join(f"{n} {term}\n" for n, term in asked.terms.items())


def _head(asked: Contribution) -> Iterator[str]:
    one, n = asked.sequence, asked.further
    yield f"# {one.quantity} of {one.family}, n = {one.first}..{one.last}, as the record of Cavalier has them"
    if asked.number is None:
        yield "# a new sequence: our reference data know of none in the OEIS that is this one; search there first"
    else:
        known = ", ".join(map(str, asked.printed))
        yield f"# for {OEIS}{asked.number}; our reference data have its terms of n = {known}"
        yield f"# extends these by n = {n[0]}..{n[-1]}" if n else "# has no term behind these"
        for index in asked.corrected:
            yield f"# corrects n = {index}: {asked.terms[index]} for {asked.printed[index]}"
        yield "# compare all terms with those that the OEIS has now"
    if asked.author is None:
        yield "# add your name: before the b-file's link (%H), to the program (%o) and as author (%A) or extender (%E)"


def _fields(asked: Contribution) -> Iterator[tuple[str, str]]:
    """Yield the letter and text of each line, in the order of the OEIS."""
    one, new = asked.sequence, asked.number is None
    board, joined = _board(one.family)
    named = "" if asked.author is None else f"_{asked.author}_"
    signed = named and f"{named}, {asked.date}"
    yield "I", ""
    yield from zip("STU", _term_lines(one.terms), strict=False)
    yield "N", f"Number of {COUNTED[one.quantity]} on {'an' if board[0] in 'n8' else 'a'} {board}."
    if joined:
        yield "C", joined
    if "classes" in one.quantity:
        yield "C", "Tours that rotations, reflections or, on glued boards, translations carry into each other are one."
    link = f'<a href="/{asked.name}/b{asked.name[1:]}.txt">Table of n, a(n) for n = {one.first}..{one.last}</a>'
    yield "H", f"{asked.author}, {link}" if asked.author else link
    yield from (("F", line) for line in _formulas(one))
    yield from (("e", line) for line in _example(one))
    yield from (("o", line) for line in program_lines(one, named))
    others = [
        f"{number} ({_board(other.family)[0] if other.quantity == one.quantity else COUNTED[other.quantity]})"
        for number, other in asked.related
    ]
    if others:
        yield "Y", f"Cf. {', '.join(others)}."
    yield "K", _keywords(one)
    yield "O", f"{one.first},{next((place for place, term in enumerate(one.terms, 1) if abs(term) > 1), 1)}"
    if new and signed:
        yield "A", signed
    if asked.further and not new:
        first, last = asked.further[0], asked.further[-1]
        yield "E", f"a({first})-a({last}) from {signed}" if signed else f"a({first})-a({last})"


def _term_lines(terms: Sequence[int]) -> list[str]:
    """Return the first terms on up to three lines; a comma ends each but the last."""
    lines, here = [], ""
    for place, term in enumerate(terms):
        text = f"{term}," if place + 1 < len(terms) else str(term)
        if here and len(here) + len(text) > LINE:
            lines.append(here)
            here = ""
            if len(lines) == LINES:
                break
        here += text
    lines += [here] if here else []
    lines = lines[:LINES]
    lines[-1] = lines[-1].rstrip(",")
    return lines


def _board(family: str, n: str = "n") -> tuple[str, str]:
    """Return the name of the family's board with this n, and how its sides are joined."""
    surface, _, size = family.rpartition(":")
    noun, joined = WHERE.get(surface, ("board", ""))
    twice = "2n" if n == "n" else str(2 * int(n))
    named = {"n": n, "2n": twice}
    sides = [n] * 3 if surface == "cube" else [named.get(side, side) for side in re.findall(r"2?n|\d+", size)]
    return f"{' X '.join(sides)} {noun}", joined


def _formulas(one: KnownSequence) -> Iterator[str]:
    found = find_recurrence(one.terms)
    if found is None or not any(found.coefficients):
        return
    evidence = (
        f"{len(one.terms)} terms obey it, {found.spare} of them were not needed to find it; it is not proved here"
    )
    if found.order > MAX_ORDER:
        yield f"Empirical: a linear recurrence with constant coefficients of order {found.order}; {evidence}."
        return
    summands = (
        f"{'-' if value < 0 else '+'} {abs(value)}*a(n-{back})"
        for back, value in enumerate(found.coefficients, 1)
        if value
    )
    right = re.sub(r"\b1\*", "", " ".join(summands)).removeprefix("+ ")
    yield f"Empirical: a(n) = {right} for n > {one.first + found.order - 1}; {evidence}."


def _example(one: KnownSequence) -> Iterator[str]:
    n = next((one.first + place for place, term in enumerate(one.terms) if term), None)
    if n is None:
        return
    smallest = "the smallest that has any" if n > one.first else "the first"
    yield f"a({n}) = {one.terms[n - one.first]}: the {_board(one.family, str(n))[0]} is {smallest}."


def _keywords(one: KnownSequence) -> str:
    easy = find_recurrence(one.terms) is not None
    short = sum(len(str(term)) + 2 for term in one.terms) < MIN_CHARACTERS
    return ",".join(["nonn", "easy" if easy else "hard", *(["more"] if short and not easy else [])])


def related_sequences(
    one: KnownSequence, found: Sequence[KnownSequence], number: str | None
) -> list[tuple[str, KnownSequence]]:
    """Return the numbered sequences of the same family, and of the same quantity of other families."""
    near = [other for other in found if (other.family == one.family) != (other.quantity == one.quantity)]
    listed: Mapping[str, KnownSequence] = {match.number: other for other in near for match in other.oeis}
    return [(name, other) for name, other in sorted(listed.items()) if name != number]
