"""Certificates of atlas entries: second counts modulo a prime, by another order of squares or another program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.boards.piece import piece_key
from engine.kinds.enumerate.sweep.planner import METHOD
from engine.kinds.parse import parse_problem
from findings.atlas.entries import Entry, entry_key, square_key
from store.models.atlas import EVERYWHERE

Document = Mapping[str, Any]
Of = tuple[str, str]
"""What a number counts: quantity, and start square ("row,column") or "all"."""

LONE_SQUARE = "1x1"
"""The board whose one tour has no move."""

SHARED = ("piece", "tours", "starts")
"""Fields that an enumeration and its certificate share, besides the board."""


def certificate_asked(entry: Entry) -> dict[str, Any] | None:
    """Return the specification of the certificate, without its board; None if no certificate is possible.

    Also None for a count by both ends: its sums are the figures of the entry without ends, which has a certificate.
    """
    swept = entry.specification["kind"] == "enumerate" and any(figure.method == METHOD for figure in entry.figures)
    if (
        not swept
        or entry.specification.get("by_end")
        or entry.board == LONE_SQUARE
        or all(value == 0 for value in _numbers(entry).values())
    ):
        return None
    shared = {name: entry.specification[name] for name in SHARED if name in entry.specification}
    return {"kind": "certificate", **shared}


def certified_key(document: Document) -> str:
    """Return the key of the entry that a certificate is about. document: its result document."""
    spec = document["job"]["spec"]
    problem = parse_problem(spec)
    assert problem.board is not None
    return entry_key(problem.board.label, piece_key(problem.piece), {**spec, "kind": "enumerate"})


def with_certificate(entry: Entry, document: Document) -> Entry:
    """Return the entry with an agreeing certificate; ValueError names each contradicted figure.

    document: the result document of the certificate's job.
    """
    job, found = document["job"], document["extra"]["certificate"]
    modulus, residues = int(found["modulus"]), dict(_residues(found))
    both = {of: value for of, value in _numbers(entry).items() if of in residues}
    wrong = [" from ".join(of) for of, value in both.items() if value % modulus != residues[of]]
    if wrong:
        raise ValueError(f"{entry.key}: a certificate contradicts {', '.join(wrong)}")
    certificate = {
        "modulus": found["modulus"],
        "figures": len(both),
        "orders": [order["digest"] for order in found["orders"]],
        "engine": job["engine"],
        "cpu_seconds": round(float(job["cpu_seconds"]), 3),
    }
    return replace(entry, certificate=certificate) if both else entry


def with_recount(entry: Entry, figures: int, modulus: int, program: Mapping[str, object]) -> Entry:
    """Return the entry with a certificate by an independent program.

    figures: how many it confirmed. program: its `program` name, the digest of its `source`, and the `seconds` taken.
    """
    return replace(entry, certificate={**program, "modulus": str(modulus), "figures": figures})


def _numbers(entry: Entry) -> dict[Of, int]:
    """Return the exact numbers of an entry."""
    return {
        (figure.quantity, start): int(value)
        for figure in entry.figures
        if figure.exact
        for start, value in figure.values.items()
    }


def _residues(found: Document) -> Iterator[tuple[Of, int]]:
    for one in found["residues"]:
        if one.get("end") is None:
            square = EVERYWHERE if one.get("square") is None else square_key(one["square"])
            yield (one["quantity"], square), int(one["residue"])
