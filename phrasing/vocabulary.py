"""Words that documents have in their fields: programs read them as they are, people in their language."""

from __future__ import annotations

from language.translate import mark

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
    mark("open classes"),
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

SHARDS = (
    mark("stream %(number)s"),
    mark("%(test)s, stream %(number)s"),
    mark("start %(square)s"),
    mark("start %(square)s, branches %(numbers)s"),
    mark("start %(square)s, sets from %(number)s"),
    mark("branches %(numbers)s"),
    mark("the whole tree"),
    mark("from %(square)s"),
    mark("from %(start)s to %(goal)s"),
    mark("between %(squares)s"),
    mark("%(symmetry)s: cycles"),
    mark("%(symmetry)s: paths from the middle"),
    mark("%(symmetry)s: paths through the middle"),
    mark("%(shard)s, part %(number)s"),
)
"""What the engine calls the pieces of a job."""

PROOFS = (
    mark("rows %(numbers)s and %(last)s"),
    mark("columns %(numbers)s and %(last)s"),
    mark("left"),
    mark("right"),
    mark("[%(square)s and [%(other)s"),
    mark("%(board)s. A closed tour can start on any square, and end there"),
    mark("the statement is quoted without the text at hand; %(how)s"),
    mark("confirmed here by a tour for n = 1 to %(side)s"),
    mark("checked by exact search, outside this project, on 30 boxes of three and four dimensions"),
    mark(
        "A square with only one move must be the first or the last of a tour. %(number)s squares have only one move "
        "(%(squares)s), but only %(free)s ends of the tour are free."
    ),
    mark(
        "A square with only one move must be the first or the last of a tour. Besides %(ends)s squares have "
        "only one move (%(squares)s), but only %(free)s end of the tour is free."
    ),
    mark(
        "A square with only one move must be the first or the last of a tour. Besides %(ends)s squares have "
        "only one move (%(squares)s), but only %(free)s ends of the tour are free."
    ),
)
"""Parts of the engine's proofs, and one whose parts come one right after the other."""

TIMES = (
    mark("a frontier of %(frontier)s squares"),
    mark("a frontier of %(frontier)s squares, about %(states)s states at most"),
    mark("a frontier of %(frontier)s squares, about %(states)s states at most, %(room)s GiB of files"),
    mark("%(number)s years"),
    mark("%(number)s days"),
    mark("%(number)s hours"),
    mark("%(number)s minutes"),
    mark("%(costs)s, inclusion and exclusion takes about %(time)s"),
    mark("%(costs)s, a search takes about %(time)s"),
    mark("%(costs)s, a search never ends"),
)
"""What methods take, one after the other, when the cheapest is chosen."""

OF_SOURCES = (
    mark("closed attempts"),
    mark("move sequences"),
    mark("closed share"),
    mark("dead end share"),
    mark("mean walk length"),
    mark("walks per tour"),
    mark("walks per closed"),
    mark("largest distance"),
)
"""Quantities that sources alone have."""

SOURCES = (mark("Counts from the literature and the OEIS"),)
"""Titles of sources that are ours; others are cited as they are printed."""

RELIABILITIES = (mark("exact"), mark("estimate"), mark("published"), mark("claimed"), mark("so far"))
VERDICTS = (
    mark("equal"),
    mark("within error"),
    mark("implied"),
    mark("refuted"),
    mark("not reproduced"),
    mark("pass"),
    mark("suspect"),
    mark("fail"),
    mark("flying colours"),
)
"""Of published figures, and of tests of generators."""

SPOKEN = {
    "closed": "closed tours",
    "open": "open tours",
    "uncrossed_path": "moves of the longest uncrossed path",
    "uncrossed_cycle": "moves of the longest closed uncrossed path",
}
"""Quantities whose names alone might be read as adjectives, or do not say what is counted."""


def quantity_name(quantity: str) -> str:
    """Return what a quantity of a document is called in a sentence, in English."""
    return SPOKEN.get(quantity, quantity.replace("_", " "))
