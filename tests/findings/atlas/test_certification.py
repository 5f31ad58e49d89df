"""Entries of the atlas compared with certificates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from findings.atlas.certification import certificate_asked, certified_key, with_certificate
from tests.findings.atlas.samples import sample_entry

MODULUS = 101
SPECIFICATION = {"kind": "certificate", "board": "5x5", "tours": "any"}


def document(*residues: dict[str, Any]) -> dict[str, Any]:
    """Return the result document of a certificate."""
    job = {"spec": SPECIFICATION, "engine": "0dd", "cpu_seconds": 0.5}
    found = {"modulus": str(MODULUS), "orders": [{"digest": "d1"}], "residues": list(residues)}
    return {"job": job, "extra": {"certificate": found}}


def test_what_certifies_an_entry() -> None:
    """Only the same question certifies an entry, not folded boards, proofs, or questions that count nothing."""
    entry = sample_entry()
    assert certificate_asked(entry) == {"kind": "certificate", "tours": "any"}
    asked = {**entry.specification, "starts": [[1, 1]], "piece": [1, 3]}
    assert certificate_asked(replace(entry, specification=asked)) == {
        "kind": "certificate", "piece": [1, 3], "tours": "any", "starts": [[1, 1]],
    }  # fmt: skip
    assert certificate_asked(replace(entry, specification={"kind": "symmetry", "tours": "closed"})) is None
    proved = tuple(replace(figure, method="proof") for figure in entry.figures)
    assert certificate_asked(replace(entry, figures=proved)) is None
    assert certificate_asked(sample_entry("0", {"1,1": "0"})) is None
    assert certificate_asked(replace(entry, board="1x1")) is None


def test_the_entry_that_a_certificate_is_about() -> None:
    """A certificate's entry has the name of the enumeration with the same question."""
    assert certified_key(document()) == sample_entry().key
    spec = {**SPECIFICATION, "starts": [[1, 3]]}
    assert certified_key({"job": {"spec": spec}}) == "5x5/1,2/enumerate/any/1,3"


def test_agreeing_and_contradicting() -> None:
    """Totals and counts by start square are compared with residues; entries without residues do not count."""
    entry = sample_entry()
    total = {"quantity": "tours", "convention": "directed", "residue": str(1728 % MODULUS)}
    corner = {"quantity": "tours", "convention": "directed", "square": [1, 1], "residue": str(304 % MODULUS)}
    pair = {**corner, "end": [1, 3], "residue": "5"}
    held = with_certificate(entry, document(total, corner, pair))
    assert held.certificate == {
        "modulus": "101", "figures": 2, "orders": ["d1"], "engine": "0dd", "cpu_seconds": 0.5,
    }  # fmt: skip
    assert with_certificate(entry, document(pair)) == entry
    with pytest.raises(ValueError, match="contradicts tours from 1,1"):
        with_certificate(entry, document(total, {**corner, "residue": "5"}))
