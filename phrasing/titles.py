"""Titles of jobs: the question in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.kinds.imported.methods import IMPORT
from language.translate import translate
from phrasing.pieces import by_piece
from phrasing.registry import WORDS


def job_title(specification: Mapping[str, Any], board: str | None) -> str:
    """Return a job's question. specification: as stored; board: the label of its board, None where it has none."""
    return WORDS[specification["kind"]].title(specification, board or "") + by_piece(specification.get("piece"))


class NamedJob(Protocol):
    """A job as a document has it."""

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def label(self) -> str | None:
        """What its owner calls it."""

    @property
    def title(self) -> str:
        """Its question."""


def job_words(job: NamedJob) -> str:
    """Return a page's name for a job: its label, for imports in the service's own words, else its question."""
    if job.label and job.kind == IMPORT:
        return translate(job.label)
    return job.label or job.title
