"""Known results for a family of boards: of jobs that counted the family, and counts of its single boards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sqlalchemy.orm import Session

from engine.boards.existence.verdict import Tours
from engine.boards.piece import KNIGHT, Piece
from engine.errors import InvalidProblemError
from engine.number_theory.decimal_text import integer_of
from engine.search.strip.family import parse_family
from findings.atlas.families import Subject
from findings.exports.counts import family_boards
from findings.exports.sequences import FAMILIES, MAX_LAST, InOeis, KnownSequence, find_sequences, in_oeis
from findings.results.family_result import FoundFamily, counted_families, find_family_result, find_family_results

QUANTITIES: Mapping[Tours, str] = {"closed": "cycles", "any": "paths", "open": "open"}
"""The quantity that counts these tours: directed for open ones, else undirected."""

LABEL = re.compile(r"([a-z]+:)?\d+(x\d+)*")
SIDE = re.compile(r"\d+")


@dataclass(frozen=True)
class KnownFamily:
    """The numbers of undirected tours of the boards of a family, from n = first on.

    oeis: the matching sequences. found: the result of a finished `strip` job, or of the atlas, for the whole family.
    equal: how many terms counts of single boards confirm. different: the n where these counts differ.
    """

    family: str
    piece: Piece
    tours: Tours
    first: int = 1
    terms: tuple[int, ...] = ()
    oeis: tuple[InOeis, ...] = ()
    found: FoundFamily | None = None
    equal: int = 0
    different: tuple[int, ...] = ()

    @property
    def figures(self) -> Mapping[str, Any] | None:
        """The fields of `StripFigures`."""
        return None if self.found is None else self.found.figures

    @property
    def job(self) -> str | None:
        """The public id of the job that found them; None: none did, or they are in the atlas."""
        return None if self.found is None else self.found.job

    @property
    def last(self) -> int:
        """The last n."""
        return self.first + len(self.terms) - 1

    @property
    def is_strip(self) -> bool:
        """Whether a job can count the whole family."""
        try:
            parse_family(self.family, self.piece)
        except InvalidProblemError:
            return False
        return True

    @property
    def ratios(self) -> list[tuple[int, float]]:
        """For each n with tours, except the first: the mean factor per board since the previous n with tours."""
        there = [(n, term) for n, term in enumerate(self.terms, self.first) if term]
        return [(n, (term / before) ** (1 / (n - since))) for (since, before), (n, term) in pairwise(there)]

    def rows(self, most: int | None = None) -> list[tuple[int, str, int]]:
        """Return n, board and number of tours, of the first boards or of all."""
        terms = self.terms[:most]
        return list(
            zip(range(self.first, self.last + 1), _boards(self.family, self.first, len(terms)), terms, strict=False)
        )


def known_family(session: Session, family: str, piece: Piece, tours: Tours) -> KnownFamily:
    """Return the known results for a family; without terms if there are none."""
    names = [family] if piece == KNIGHT else []
    counted = next(iter(find_sequences(session, names, [QUANTITIES[tours]])), None)
    return _merge((family, piece, tours), counted, find_family_result(session, family, piece, tours))


def known_families(session: Session) -> list[KnownFamily]:
    """Return the families and sorts of tours with known results."""
    sorts: dict[str, Tours] = {quantity: tours for tours, quantity in QUANTITIES.items()}
    counted = {
        (one.family, KNIGHT, sorts[one.quantity]): one
        for one in find_sequences(session, FAMILIES, [QUANTITIES["closed"], QUANTITIES["any"]])
    }
    results = find_family_results(session)
    subjects = sorted({*counted, *results}, key=lambda about: (len(about[0]), about[0], about[1] != KNIGHT, about))
    return [_merge(subject, counted.get(subject), results.get(subject)) for subject in subjects]


def families_of(session: Session, label: str, piece: Piece) -> list[str]:
    """Return the families that a board belongs to and that may have known results."""
    if not LABEL.fullmatch(label):
        return []
    known = counted_families(session, piece) | set(FAMILIES if piece == KNIGHT else ())
    return [name for name in _possible_families(label, piece) if name in known]


def _possible_families(label: str, piece: Piece) -> list[str]:
    sides = list(SIDE.finditer(label))
    names = [f"{label[: side.start()]}n{label[side.end() :]}" for side in sides]
    if len({side[0] for side in sides}) == 1:
        names.append(SIDE.sub("n", label))
    return list(dict.fromkeys(family_name(name, piece) for name in names))


def family_name(name: str, piece: Piece) -> str:
    """Return the name of a family used here: 5xn for nx5; unchanged if no job can count the family as a whole."""
    try:
        return parse_family(name, piece).name
    except InvalidProblemError:
        return name


def _merge(subject: Subject, counted: KnownSequence | None, found: FoundFamily | None) -> KnownFamily:
    """Return both combined: the terms of the whole family where these are known, else those of single boards."""
    family, piece, tours = subject
    first, apart = (1, ()) if counted is None else (counted.first, counted.terms)
    terms = tuple((term + 1) // 2 for term in apart) if tours == "open" else apart
    if found is None:
        return KnownFamily(family, piece, tours, first, terms, () if counted is None else counted.oeis)
    whole = tuple(map(integer_of, found.figures["terms"]))
    compared = [(n, term == whole[n - 1]) for n, term in enumerate(terms, first) if n <= len(whole)]
    boards = _boards(family, 1, MAX_LAST) if piece == KNIGHT and family in FAMILIES else []
    numbers = tuple(in_oeis(QUANTITIES[tours], dict(zip(boards, whole, strict=False)), frozenset(boards)))
    equal = found.confirmed if counted is None else sum(same for _, same in compared)
    different = tuple(n for n, same in compared if not same)
    return KnownFamily(family, piece, tours, 1, whole, numbers, found, equal, different)


def _boards(family: str, first: int, number: int) -> list[str]:
    return family_boards(family, first, first + number - 1)
