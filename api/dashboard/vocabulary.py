"""Words that pages alone take from the data, beside those of `store/words/vocabulary.py`: actions and others."""

from __future__ import annotations

from language.speech import mark

ACTIONS = (mark("Pause"), mark("Resume"), mark("Cancel"), mark("Delete"), mark("Adopt"))
VERDICTS = (mark("possible"), mark("unknown"), mark("confirmed"))
KINDS = (
    mark("Construct"), mark("Enumerate"), mark("Sample"), mark("Distance"), mark("Test-generator"), mark("Index"),
    mark("Import"), mark("Complete"),
)  # fmt: skip
"""As a job's page begins with them."""

SEARCHES = (mark("Breadth-first search"), mark("Depth-first search"))
QUANTITIES = (

    mark("all walks"), mark("completed walks"), mark("distance"), mark("success"),
    mark("closed walks"), mark("jumps"), mark("success probability"),
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

EVENTS = (mark("submitted"), mark("planned"), mark("started"), mark("compiling"))
WARNINGS = (
    mark("one sample carries %(share)s of the weight: the error is likely too small"),
    mark("as good as %(effective)s equally weighted samples only"),
    mark("one of %(values)s batches carries %(share)s of the weight: the error is likely too small"),
    mark("one population carries %(share)s of the sum"),
    mark("as good as %(effective)s equal populations only"),
)
"""What the engine doubts an error for."""
