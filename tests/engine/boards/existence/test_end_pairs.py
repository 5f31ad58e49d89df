"""The rules for the two ends of a knight's tour on rectangles, against exact search and against each other."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engine.boards.existence.decide import existence, refutation
from engine.boards.existence.end_pairs import Pair, pair_rule
from engine.boards.existence.factor import no_two_factor
from engine.boards.existence.sporadic import PAIRS, partners
from engine.boards.existence.verdict import Question
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from tests.reference.boards import squares_and_moves, tour_ends


def feasible(short: int, long: int) -> list[Pair]:
    """Return the unordered pairs of different squares that the rules call possible."""
    squares = [(row, column) for row in range(1, short + 1) for column in range(1, long + 1)]
    pairs = (Pair(short, long, first, second) for first, second in combinations(squares, 2))
    return [pair for pair in pairs if pair_rule(pair).verdict == "possible"]


@pytest.mark.parametrize(
    ("short", "long", "count"),
    [(3, 4, 7), (3, 7, 17), (3, 8, 72), (3, 9, 50), (3, 10, 147), (4, 5, 18), (4, 6, 32), (5, 5, 42), (5, 6, 178)]
    + [(4, n, n * n) for n in (7, 8, 9, 12)]
    + [(5, n, (5 * n // 2) ** 2 - (5 * n - 5)) for n in (8, 10, 12)]
    + [(3, n, (3 * n // 2) ** 2 - (3 * n - 5)) for n in (12, 14, 16)]
    + [(3, 11, 17 * 16 // 2 - 6), (3, 13, 180), (3, 15, 23 * 22 // 2 - 6), (5, 7, 18 * 17 // 2), (6, 6, 18 * 18)],
)  # fmt: skip
def test_number_of_possible_pairs(short: int, long: int, count: int) -> None:
    """The numbers of possible pairs are those of exact search over all pairs, made outside this project."""
    assert len(feasible(short, long)) == count


@pytest.mark.parametrize(("short", "long"), [(3, 4), (4, 5), (3, 7)])
def test_tables_against_exact_search(short: int, long: int) -> None:
    """The stored pairs are those that the slow twin finds, from some squares of each board."""
    _, moves = squares_and_moves(f"{short}x{long}", (1, 2))
    table = partners(short, long)
    assert table is not None
    for start in range(0, short * long, 1 if short * long <= 12 else 5):
        assert set(table[start]) == tour_ends(moves, start)


@pytest.mark.parametrize(("rows", "columns"), PAIRS)
def test_tables_are_symmetric(rows: int, columns: int) -> None:
    """A tour can be read backwards and reflected, so the tables do not change under that."""
    table = partners(rows, columns)
    assert table is not None
    for start, ends in enumerate(table):
        assert all(start in table[end] for end in ends)
        for image in symmetries(parse_board(f"{rows}x{columns}")).tolist():
            assert {image[end] for end in ends} == table[image[start]]


@pytest.mark.parametrize(("rows", "columns"), [(5, 8), (3, 12), (4, 7), (4, 6), (3, 9), (5, 5), (3, 11)])
def test_flows_agree_with_rules(rows: int, columns: int) -> None:
    """Where the flow argument refutes a pair, the rules never call it possible."""
    board = parse_board(f"{rows}x{columns}")
    graph = move_graph(board, (1, 2))
    refuted = 0
    for start, end in list(permutations(range(board.size), 2))[::7]:
        flow = no_two_factor(Question(board, (1, 2), "any", start, end), graph)
        if flow is not None:
            refuted += 1
            assert "<" in flow.explanation
            assert existence(board, (1, 2), "any", start, end).impossible
    assert refuted


def test_short_proofs_hold_for_every_length() -> None:
    """Refutations with a proof of their own do not stop at the lengths that were searched."""
    assert "corners" in pair_rule(Pair(5, 1000, (3, 2), (1, 3))).explanation
    assert "corners" in pair_rule(Pair(5, 1000, (1, 4), (3, 999))).explanation
    assert "outer" in pair_rule(Pair(4, 1000, (2, 2), (1, 2))).explanation
    assert "corners" in pair_rule(Pair(3, 1000, (2, 3), (1, 3))).explanation
    assert pair_rule(Pair(3, 1000, (2, 3), (1, 1))).verdict == "unknown"
    assert pair_rule(Pair(3, 1000, (1, 1), (1, 2))).verdict == "unknown"
    assert pair_rule(Pair(7, 1000, (1, 1), (1, 2))).verdict == "unknown"
    assert pair_rule(Pair(1000, 1000, (1, 1), (1, 2))).verdict == "possible"


def test_refutation_of_a_job() -> None:
    """A job is refuted where none of its start squares has a tour."""
    board = parse_board("5x5")
    black, white = list(range(1, 25, 2)), list(range(0, 25, 2))
    knight = (1, 2)
    proof = refutation(board, knight, "any", black)
    assert proof is not None
    assert proof.impossible
    assert proof.explanation.endswith("No other start square of this job has a tour either.")
    assert refutation(board, knight, "any", black[:1]) == existence(board, knight, "any", 1)
    assert refutation(board, knight, "any", black + white[:1]) is None
    assert refutation(board, knight, "any", range(25)) is None
    assert refutation(board, knight, "closed", range(25)) == existence(board, knight, "closed")
    assert refutation(board, knight, "any", white, end=12) is None
    assert refutation(board, knight, "any", white, end=1) is not None
