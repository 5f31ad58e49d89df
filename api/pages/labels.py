"""Words that pages alone take from the data, beside those of `phrasing/vocabulary.py`: actions and others."""

from __future__ import annotations

from language.translate import mark

ACTIONS = (mark("Pause"), mark("Resume"), mark("Cancel"), mark("Delete"), mark("Adopt"))
VERDICTS = (mark("possible"), mark("unknown"), mark("confirmed"))
KINDS = (
    mark("Construct"), mark("Enumerate"), mark("Sample"), mark("Distance"), mark("Test-generator"), mark("Index"),
    mark("Import"), mark("Complete"), mark("Symmetry"),
)  # fmt: skip
"""As a job's page begins with them."""

SEARCHES = (mark("Breadth-first search"), mark("Depth-first search"))
QUANTITIES = (
    mark("all walks"), mark("completed walks"), mark("distance"), mark("success"),
    mark("closed walks"), mark("jumps"), mark("success probability"), mark("standard error"),
    mark("completed walks (%)"), mark("completed walks percent"), mark("moves to the farthest square"), mark("Squares"),
    mark("squares"), mark("Ordered pairs of squares"), mark("ordered pairs of squares"), mark("estimate"),
    mark("exact (%(who)s)"), mark("exact (job %(id)s)"),
)  # fmt: skip
SURFACES = (mark("flat"), mark("box"), mark("cylinder"), mark("torus"), mark("moebius"), mark("klein"), mark("cube"))
LABELS = (
    mark("Board"), mark("Piece"), mark("Method"), mark("Label"), mark("Trials"), mark("Generator"), mark("Lag"),
    mark("Reals"), mark("Symmetry"), mark("Tours"), mark("Streams"), mark("Rule"), mark("Snake"), mark("Visit"),
    mark("Body"), mark("Walk"), mark("Gaps"), mark("Gap"), mark("Strength"), mark("Potential"), mark("Table"),
    mark("Channels"),
)  # fmt: skip
"""Of fields whose name says enough."""

FIELDS = (mark("unknown field"), mark("unknown field; did you mean `%(name)s`?"))
"""What the engine says of fields that there are not."""

EVENTS = (
    mark("submitted"), mark("not-reused"), mark("planned"), mark("started"), mark("compiling"), mark("resumed"),
    mark("priority-changed"), mark("round-finished"), mark("lease-expired"), mark("step-failed"),
    mark("shard-failed"), mark("shard-quarantined"), mark("checkpoint-damaged"), mark("work-undone"),
    mark("begun-again"), mark("adoption-asked"), mark("adoption-refused"), mark("adopted"),
    mark("certified"), mark("contradicted"), mark("recounted"),
)  # fmt: skip
"""Of a job, beside the states that it comes to."""

OF_EVENTS = (
    mark("shards"), mark("shard"), mark("round"), mark("outcome"), mark("error"), mark("worker"), mark("slice"),
    mark("before"), mark("after"), mark("checked"), mark("equal"), mark("engine"), mark("priority"),
    mark("certificate"), mark("reason"),
)  # fmt: skip
"""What is told with them."""

WARNINGS = (
    mark("one sample carries %(share)s of the weight: the error is likely too small"),
    mark("as good as %(effective)s equally weighted samples only"),
    mark("one of %(values)s batches carries %(share)s of the weight: the error is likely too small"),
    mark("one population carries %(share)s of the sum"),
    mark("as good as %(effective)s equal populations only"),
    mark("no tour was found: the error is not known"),
)
"""What the engine doubts an error for."""
