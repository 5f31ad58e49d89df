"""Words that pages alone take from the data, beside those of `phrasing/vocabulary.py`: actions and others."""

from __future__ import annotations

from language.translate import gettext_noop

ACTIONS = (
    gettext_noop("Pause"),
    gettext_noop("Resume"),
    gettext_noop("Cancel"),
    gettext_noop("Delete"),
    gettext_noop("Retry"),
    gettext_noop("Adopt"),
)
VERDICTS = (gettext_noop("possible"), gettext_noop("unknown"), gettext_noop("confirmed"))
KINDS = (
    gettext_noop("Construct"),
    gettext_noop("Enumerate"),
    gettext_noop("Sample"),
    gettext_noop("Distance"),
    gettext_noop("Test-generator"),
    gettext_noop("Index"),
    gettext_noop("Import"),
    gettext_noop("Complete"),
    gettext_noop("Symmetry"),
    gettext_noop("Census"),
    gettext_noop("Certificate"),
    gettext_noop("Puzzle"),
    gettext_noop("Strip"),
    gettext_noop("Uncrossed"),
)
"""Kinds of jobs, as a job's page begins with them."""

SEARCHES = (gettext_noop("Breadth-first search"), gettext_noop("Depth-first search"))
QUANTITIES = (
    gettext_noop("all walks"),
    gettext_noop("completed walks"),
    gettext_noop("distance"),
    gettext_noop("success"),
    gettext_noop("closed walks"),
    gettext_noop("jumps"),
    gettext_noop("success probability"),
    gettext_noop("standard error"),
    gettext_noop("completed walks (%)"),
    gettext_noop("completed walks percent"),
    gettext_noop("moves to the farthest square"),
    gettext_noop("Squares"),
    gettext_noop("squares"),
    gettext_noop("Ordered pairs of squares"),
    gettext_noop("ordered pairs of squares"),
    gettext_noop("estimate"),
    gettext_noop("exact (%(who)s)"),
    gettext_noop("exact (job %(id)s)"),
)
SURFACES = (
    gettext_noop("flat"),
    gettext_noop("box"),
    gettext_noop("cylinder"),
    gettext_noop("torus"),
    gettext_noop("moebius"),
    gettext_noop("klein"),
    gettext_noop("cube"),
)
LABELS = (
    gettext_noop("Board"),
    gettext_noop("Piece"),
    gettext_noop("Method"),
    gettext_noop("Label"),
    gettext_noop("Trials"),
    gettext_noop("Generator"),
    gettext_noop("Lag"),
    gettext_noop("Reals"),
    gettext_noop("Symmetry"),
    gettext_noop("Tours"),
    gettext_noop("Streams"),
    gettext_noop("Rule"),
    gettext_noop("Snake"),
    gettext_noop("Visit"),
    gettext_noop("Body"),
    gettext_noop("Walk"),
    gettext_noop("Gaps"),
    gettext_noop("Gap"),
    gettext_noop("Strength"),
    gettext_noop("Potential"),
    gettext_noop("Table"),
    gettext_noop("Channels"),
)
"""Labels of fields whose name says enough."""

FIELDS = (
    gettext_noop("unknown field"),
    gettext_noop("unknown field; did you mean `%(name)s`?"),
    gettext_noop("The request is not valid: /%(pointer)s: %(fault)s"),
)
"""Messages of the engine about unknown fields."""

EVENTS = (
    gettext_noop("submitted"),
    gettext_noop("not-reused"),
    gettext_noop("planned"),
    gettext_noop("started"),
    gettext_noop("compiling"),
    gettext_noop("resumed"),
    gettext_noop("priority-changed"),
    gettext_noop("round-finished"),
    gettext_noop("lease-expired"),
    gettext_noop("step-failed"),
    gettext_noop("shard-failed"),
    gettext_noop("shard-quarantined"),
    gettext_noop("checkpoint-damaged"),
    gettext_noop("work-undone"),
    gettext_noop("begun-again"),
    gettext_noop("adoption-asked"),
    gettext_noop("adoption-refused"),
    gettext_noop("adopted"),
    gettext_noop("certified"),
    gettext_noop("contradicted"),
    gettext_noop("recounted"),
    gettext_noop("retried"),
    gettext_noop("prerequisite-changed"),
    gettext_noop("tagged"),
)
"""Events of a job, besides its changes of state."""

OF_EVENTS = (
    gettext_noop("tags"),
    gettext_noop("job"),
    gettext_noop("shards"),
    gettext_noop("shard"),
    gettext_noop("round"),
    gettext_noop("outcome"),
    gettext_noop("error"),
    gettext_noop("worker"),
    gettext_noop("slice"),
    gettext_noop("before"),
    gettext_noop("after"),
    gettext_noop("checked"),
    gettext_noop("equal"),
    gettext_noop("engine"),
    gettext_noop("priority"),
    gettext_noop("certificate"),
    gettext_noop("reason"),
)
"""Names of the details shown with events."""

WARNINGS = (
    gettext_noop("one sample carries %(share)s of the weight: the error is likely too small"),
    gettext_noop("as good as %(effective)s equally weighted samples only"),
    gettext_noop("one of %(values)s batches carries %(share)s of the weight: the error is likely too small"),
    gettext_noop("few populations, only %(runs)s"),
    gettext_noop("one population carries %(share)s of the sum"),
    gettext_noop("as good as %(effective)s equal populations only"),
    gettext_noop("no tour was found: the error is not known"),
)
"""Reasons for which the engine doubts an error."""
