"""Certificates: residues of counts, against plain counting, and the jobs that have no certificate."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.kinds.certificate import planner as certificate
from engine.kinds.certificate.planner import Certification
from engine.kinds.certificate.runner import CertificateRunner
from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.search.frontier import modular_sweep as residues
from engine.search.frontier.order import well_ordered
from engine.search.frontier.prime import MODULUS
from engine.search.frontier.problem import adjacency_of
from engine.specification.problem import BoardProblem
from tests.reference.frontier import count_cycles, count_paths

Row = tuple[str, tuple[int, ...] | None, tuple[int, ...] | None]
"""Quantity, start, end."""


def run(**fields: object) -> dict[str, Any]:
    """Run a certificate job, reopening each shard from its checkpoint after every step; return the certificate."""
    problem, kind = parse_problem({"kind": "certificate", **fields}), Certification()
    records = []
    for shard in kind.plan(problem).shards:
        runner = CertificateRunner(Shard(problem, shard.target))
        while not runner.is_finished:
            runner.step(1)
            runner = CertificateRunner(Shard(problem, shard.target, runner.checkpoint()))
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    assert not kind.follow(problem, records)
    found: dict[str, Any] = kind.merge(problem, records).extra["certificate"]
    assert len(found["orders"]) == len(records)
    return found


def told(found: dict[str, Any]) -> dict[Row, int]:
    """Return the residues by quantity, start and end."""
    return {
        (row["quantity"], row.get("square") and tuple(row["square"]), row.get("end") and tuple(row["end"])): int(
            row["residue"]
        )
        for row in found["residues"]
    }


@pytest.fixture(params=[97, MODULUS])
def modulus(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Set and return the modulus: a small prime, which every sum exceeds, or the prime in use."""
    number: int = request.param
    monkeypatch.setattr(residues, "_PRIME", np.uint64(number))
    monkeypatch.setattr(residues, "_NEXT_WORD", np.uint64(2**64 % number))
    monkeypatch.setattr(certificate, "MODULUS", number)
    monkeypatch.setattr(certificate, "HALF", (number + 1) // 2)
    return number


@pytest.mark.parametrize("board", ["5x6", "6x6"])
def test_closed_tours(board: str, modulus: int) -> None:
    """8 cycles on 5x6 and 9,862 on 6x6, each as two directed tours from every square."""
    found = run(board=board, tours="closed")
    cycles = {"5x6": 8, "6x6": 9862}[board]
    rows, size = told(found), {"5x6": 30, "6x6": 36}[board]
    assert found["modulus"] == str(modulus)
    assert rows["cycles", None, None] == cycles % modulus
    assert rows["closed", None, None] == 2 * size * cycles % modulus
    assert rows["closed", (1, 1), None] == 2 * cycles % modulus
    assert "tours" not in {name for name, _, _ in rows}


def test_a_torus(modulus: int) -> None:
    """All cycles of the torus 3x4, as the plain sweep counts them."""
    problem = parse_problem({"kind": "certificate", "board": "torus:3x4", "tours": "closed"})
    assert isinstance(problem, BoardProblem)
    cycles = count_cycles(adjacency_of(problem.graph))
    assert cycles > 97
    assert told(run(board="torus:3x4", tours="closed"))["cycles", None, None] == cycles % modulus


@pytest.mark.parametrize("by_end", [False, True])
@pytest.mark.parametrize("tours", ["any", "open"])
def test_every_square_and_pair(tours: str, by_end: bool, modulus: int) -> None:
    """On 3x4, from each square and between each pair, as a plain search counts them."""
    problem = parse_problem({"kind": "certificate", "board": "3x4"})
    assert isinstance(problem, BoardProblem)
    adjacency, square = adjacency_of(problem.graph), problem.board.square
    rows = told(run(board="3x4", tours=tours, by_end=by_end))
    name = "tours" if tours == "any" else "open"
    total = 0
    for start in range(12):
        ends = {end: count_paths(adjacency, start, end) for end in range(12) if end != start}
        kept = {end: n for end, n in ends.items() if tours == "any" or end not in adjacency[start]}
        total += sum(kept.values())
        assert rows[name, tuple(square(start)), None] == sum(kept.values()) % modulus
        for end, number in kept.items():
            if by_end and number % modulus:
                assert rows[name, tuple(square(start)), tuple(square(end))] == number % modulus
    assert rows[name, None, None] == total % modulus == 16


def test_the_order_is_another_one() -> None:
    """The order of squares in a certificate differs from that of the enumeration's sweep."""
    problem = parse_problem({"kind": "certificate", "board": "6x6", "tours": "closed"})
    assert isinstance(problem, BoardProblem)
    (shard,) = Certification().plan(problem).shards
    runner = CertificateRunner(Shard(problem, shard.target))
    while not runner.is_finished:
        runner.step(10**6)
    order = runner.statistics()["order"].tolist()
    assert sorted(order) == list(range(36))
    assert order != list(well_ordered(problem.graph).order)


@pytest.mark.parametrize(
    ("board", "tours", "why"),
    [("5x5", "closed", "there is a proof"), ("1x1", "any", "no sweep"), ("12x12", "closed", "too large")],
)
def test_what_has_no_certificate(board: str, tours: str, why: str) -> None:
    """A job that a proof answers, that needs no sweep or is too large for one is refused."""
    with pytest.raises(InvalidProblemError, match=why):
        Certification().plan(parse_problem({"kind": "certificate", "board": board, "tours": tours}))
