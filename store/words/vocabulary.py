"""Words that documents have in their fields: programs read them as they are, people in their language."""

from __future__ import annotations

from language.speech import mark

STATES = (
    mark("queued"),
    mark("running"),
    mark("pausing"),
    mark("paused"),
    mark("succeeded"),
    mark("failed"),
    mark("cancelled"),
    mark("planning"),
    mark("putting the result together"),
    mark("being deleted"),
    mark("ready"),
    mark("leased"),
    mark("finished"),
    mark("quarantined"),
)
"""Of jobs and of their shards, and the steps of a job."""

OUTCOMES = (mark("complete"), mark("limit"), mark("impossible"), mark("not-found"))
"""Of jobs that have ended."""

CONVENTIONS = (mark("directed"), mark("undirected"))
QUANTITIES = (
    mark("tours"),
    mark("closed tours"),
    mark("open tours"),
    mark("cycles"),
    mark("cycle classes"),
    mark("nodes"),
    mark("leaves"),
    mark("dead ends"),
    mark("attempts"),
    mark("successes"),
    mark("stored tours"),
    mark("walks"),
    mark("mean moves"),
    mark("warnsdorff tours"),
    mark("warnsdorff closed"),
    mark("warnsdorff nodes"),
    mark("warnsdorff leaves"),
    mark("warnsdorff dead ends"),
)
"""What is counted or estimated, with spaces for underscores."""

RELIABILITIES = (mark("exact"), mark("estimate"), mark("published"), mark("claimed"), mark("so far"))
VERDICTS = (
    mark("equal"),
    mark("within error"),
    mark("refuted"),
    mark("not reproduced"),
    mark("pass"),
    mark("suspect"),
    mark("fail"),
    mark("flying colours"),
)
"""Of published figures, and of tests of generators."""

SPOKEN = {"closed": "closed tours", "open": "open tours"}
"""Quantities whose names alone might be read as adjectives."""


def quantity_name(quantity: str) -> str:
    """Return what a quantity of a document is called in a sentence, in English."""
    return SPOKEN.get(quantity, quantity.replace("_", " "))
