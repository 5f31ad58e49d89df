"""The answer to a job's question in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from engine.specification.result import Result
from findings.statements.job_statements import overall
from findings.statements.statement import Statement
from language.translate import gettext, translate
from phrasing.base import SORTS, FoundResult
from phrasing.phrases import with_square_names
from phrasing.registry import WORDS
from store.models.jobs import Job
from store.models.states import TERMINAL, JobState

PROOF = "proof: "
CITED = ". ["


def answer(
    job: Job, board: str | None, result: Result, statements: Sequence[Statement], *, named: bool = True
) -> str | None:
    """Return the job's answer in a sentence, None if there is none yet."""
    words = WORDS[job.kind]
    if not words.early and job.state not in TERMINAL:
        return None
    if job.state == JobState.FAILED and not words.early:
        return gettext("The job failed before it found an answer.")
    if result.outcome == "impossible":
        why = (result.explanation or "").removeprefix(PROOF)
        sort, symmetry = translate(SORTS[job.specification.get("tours", "any")]), job.specification.get("symmetry")
        none = gettext("There is no %(sort)s.", sort=sort)
        if symmetry is not None:
            none = gettext("There is no %(sort)s that %(symmetry)s leaves as it is.", sort=sort, symmetry=symmetry)
        return f"{none} {_phrase_proof(why)}".strip()
    facts = {one.quantity: one for one in reversed(overall(job, statements)) if one.unbiased}
    return words.answer(
        FoundResult(job.method, with_square_names(job.specification, named=named), board or "", result, facts)
    )


def _phrase_proof(why: str) -> str:
    """Describe a proof and who published it: constructions store both in one text."""
    proof, between, source = why.rpartition(CITED)
    if not between or not source.endswith("]"):
        return translate(why)
    return f"{translate(f'{proof}.')} [{translate(source[:-1])}]"
