"""Names of kinds: the store, the workers and the API ask a job's kind, except for matters of one kind alone."""

from __future__ import annotations

import ast
from pathlib import Path

from engine.kinds.table import KINDS

ROOT = Path(__file__).resolve().parents[2]
WORDS = {"census", "certificate", "complete", "distance", "import", "index", "puzzle", "strip", "symmetry", "uncrossed"}
"""Kinds whose names are ordinary words as well; comparisons with a job's kind are checked all the same."""

NAMING = {
    "api/generators/page.py",
    "api/jobs/page.py",  # the exact success of a rule
    "api/submission/page.py",  # the first job of the form
    "api/openapi/examples.py",
    "api/trees/learn_page.py",  # the experiments
    "findings/atlas/certification.py",
    "findings/atlas/plan.py",
    "findings/atlas/tour_plan.py",
    "findings/results/family_result.py",  # what is known of a family
    "findings/statements/certification.py",
    "store/queries/tours.py",  # what was imported
    "findings/statements/certificates.py",
    "findings/statements/known_answer.py",  # what asks for a count
    "findings/statements/imported_claims.py",  # by imports
    "findings/statements/certificate_comparison.py",  # with what a certificate says
    "findings/statements/exact_success.py",
}


def test_only_these_files_name_a_kind() -> None:
    """Apart from words and published tables, only listed files name a kind, and each of them does."""
    own = ("phrasing/", "reproduction/tables/")
    found = {
        name
        for path in (
            path
            for folder in ("phrasing", "store", "findings", "reproduction", "workers", "api")
            for path in (ROOT / folder).rglob("*.py")
        )
        if not (name := str(path.relative_to(ROOT))).startswith(own) and _names_a_kind(ast.parse(path.read_text()))
    }
    assert found == NAMING


def _names_a_kind(tree: ast.Module) -> bool:
    nodes = list(ast.walk(tree))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return bool(texts & (KINDS.keys() - WORDS)) or any(
        _compares(node) for node in nodes if isinstance(node, ast.Compare)
    )


def _compares(node: ast.Compare) -> bool:
    """Whether a job's kind is compared with a name, or with a constant that holds one."""
    sides = [node.left, *node.comparators]
    asked = any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in sides)
    return asked and any(
        side.value in KINDS if isinstance(side, ast.Constant) else isinstance(side, ast.Name) and side.id.isupper()
        for side in sides
    )
