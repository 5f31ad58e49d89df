"""The atlas: what comes with every database, and the sequences that its counts make."""

from __future__ import annotations

from flask import render_template

from api.context import reading_replica
from api.dashboard.blueprint import blueprint
from api.sequences import all_sequences
from store.queries.atlas import AtlasFilter, atlas_boards, count_atlas

MOST_SHOWN = 8
"""Terms of a sequence that are shown; its b-file has all."""


@blueprint.get("/atlas")
def atlas() -> str:
    """List the boards and the sequences."""
    with reading_replica() as session:
        figures, boards = count_atlas(session, AtlasFilter()), atlas_boards(session)
    return render_template("atlas.html", figures=figures, boards=boards, sequences=all_sequences(), most=MOST_SHOWN)
