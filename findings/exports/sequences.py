"""The sequences that counts of families of boards make, and which of them the OEIS is known to have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, product

from sqlalchemy.orm import Session

from findings.exports.counts import LETTER_N, counted_values, family_boards, known_terms
from findings.exports.quantities import Values, quantity_convention
from findings.references.data_files import all_figures
from findings.statements.published_figures import NUMBER, OEIS

FAMILIES = (
    "nxn", "3xn", "4xn", "5xn", "6xn", "7xn", "8xn", "torus:nxn", "torus:3xn", "torus:4xn", "cylinder:3xn",
    "cylinder:4xn", "cylinder:nx3", "cylinder:nx4", "moebius:3xn", "moebius:4xn", "klein:3xn", "klein:4xn", "cube:n",
    "2x3xn", "2x4xn", "3x3xn",
)  # fmt: skip
QUANTITIES = ("tours", "paths", "closed", "cycles", "cycle_classes", "open_classes")
MAX_LAST = 120
MAX_FIRST = 10
"""The largest n that a sequence may begin with."""

EVEN_SIDES = frozenset({"A001230", "A070030", "A175855", "A193054"})
"""Sequences of the OEIS whose n-th term is of the board 2n x 2n, 3 x 2n, 5 x 2n and 7 x 2n."""

OEIS_TERMS: Mapping[tuple[str, str], Mapping[str, int]] = {
    ("A169769", "cycle_classes"): {"3x10": 6, "3x12": 44, "3x14": 396, "3x16": 3868, "3x18": 37070},
    ("A328341", "open_classes"): {"4x5": 22, "4x6": 186, "4x7": 1603, "4x8": 7772, "4x9": 47478, "4x10": 303278},
}
"""Terms that the OEIS prints of sequences that are in no table of our reference data."""

MIN_TERMS = 3
"""The fewest terms of a sequence."""


@dataclass(frozen=True)
class InOeis:
    """A sequence of the OEIS whose terms in our reference data are of boards of the family and equal ours.

    counts: the quantity that its terms count. equal: how many terms were compared.
    """

    number: str
    counts: str
    equal: int

    @property
    def link(self) -> str:
        """Return its address."""
        return OEIS + self.number

    @property
    def has_even_sides(self) -> bool:
        """Whether it counts boards of even side only, so that its n is half of ours."""
        return self.number in EVEN_SIDES


@dataclass(frozen=True)
class KnownSequence:
    """The counts of the boards of a family, from the first to the last n that are known without a gap.

    oeis: matching sequences of our reference data. disagreement: whether it ends as counts of the next board differ.
    convention: directed or undirected.
    """

    family: str
    quantity: str
    convention: str
    first: int
    terms: tuple[int, ...]
    oeis: tuple[InOeis, ...]
    disagreement: bool

    @property
    def last(self) -> int:
        """Return the last n."""
        return self.first + len(self.terms) - 1


def known_sequences(session: Session, convention: str | None = None) -> list[KnownSequence]:
    """Return all sequences with known terms; convention: only those of quantities with this one."""
    quantities = [one for one in QUANTITIES if convention in (None, quantity_convention(one))]
    return find_sequences(session, FAMILIES, quantities)


def find_sequences(session: Session, families: Sequence[str], quantities: Sequence[str]) -> list[KnownSequence]:
    """Return the sequences of these families and quantities that have known terms."""
    labels = {family: family_boards(family, 1, MAX_LAST) for family in families}
    values = counted_values(session, list(dict.fromkeys(chain(*labels.values()))), quantities)
    found = (
        _sequence(family, quantity, boards, values)
        for (family, boards), quantity in product(labels.items(), quantities)
    )
    return [one for one in found if one is not None]


def _sequence(family: str, quantity: str, boards: Sequence[str], values: Values) -> KnownSequence | None:
    """Return the sequence of a family, None where too little of it is known. boards: of n = 1, 2, ..."""
    known = [values.get((board, quantity), frozenset()) for board in boards]
    first = next((n for n in range(1, MAX_FIRST + 1) if len(known[n - 1]) == 1), None)
    if first is None:
        return None
    alone = [next(iter(found)) if len(found) == 1 else None for found in known[first - 1 :]]
    terms = known_terms(alone)
    if len(terms) < MIN_TERMS or not any(terms):
        return None
    beyond = first - 1 + len(terms)
    return KnownSequence(
        family,
        quantity,
        quantity_convention(quantity),
        first,
        tuple(terms),
        tuple(in_oeis(quantity, dict(zip(boards[first - 1 :], terms, strict=False)), frozenset(boards))),
        beyond < len(known) and len(known[beyond]) > 1,
    )


def in_oeis(quantity: str, terms: Mapping[str, int], family: frozenset[str]) -> Iterator[InOeis]:
    """Yield the sequences of our reference data that count this quantity and match these terms, by board."""
    for (number, counts), stated in _printed_terms().items():
        common = [board for board in stated if board in terms]
        equal = all(stated[board] == terms[board] for board in common)
        if counts == quantity and stated.keys() <= family and equal and any(terms[board] for board in common):
            yield InOeis(number, counts, len(common))


@cache
def _printed_terms() -> Mapping[tuple[str, str], Mapping[str, int]]:
    """Return the terms of the OEIS in our reference data, by number and what they count, then by board."""
    found: dict[tuple[str, str], dict[str, int]] = {key: dict(terms) for key, terms in OEIS_TERMS.items()}
    for figure in all_figures():
        board = figure.board
        if board is None or not figure.exact or figure.status == "refuted" or not str(figure.value).isdecimal():
            continue
        for directed, number in NUMBER.findall(" ".join(filter(None, (figure.note, figure.what)))):
            twice = figure.quantity == "paths" and directed != ""
            counts, value = ("tours", 2 * int(figure.value)) if twice else (figure.quantity, int(figure.value))
            found.setdefault((number, counts), {})[board] = value
    return found


def numbered_as(number: str | None, one: KnownSequence) -> KnownSequence:
    """Return a sequence with the n of the OEIS sequence `number`: for A070030, that of 3xn as 3x2n without odd n."""
    if number not in EVEN_SIDES:
        return one
    odd = one.first % 2
    return replace(one, family=LETTER_N.sub("2n", one.family), first=(one.first + odd) // 2, terms=one.terms[odd::2])


def printed_terms(number: str, one: KnownSequence) -> dict[int, int]:
    """Return by n the terms in our reference data of the OEIS sequence `number`, of the quantity that `one` counts."""
    boards = {board: n for n, board in enumerate(family_boards(one.family, 1, MAX_LAST), 1)}
    known = _printed_terms().get((number, one.quantity), {})
    return {boards[board]: value for board, value in known.items() if board in boards}
