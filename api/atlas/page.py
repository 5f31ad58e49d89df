"""The atlas that comes with every database, and the sequences of its counts."""

from __future__ import annotations

from flask import render_template, request

from api.http.services import reading_replica
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint
from api.references.sequences import SequencesQuery, all_sequences
from findings.atlas.tours import tours_job
from language.translate import gettext
from store.database.db import number_of
from store.models.atlas import AtlasRow
from store.queries.atlas_rows import atlas_boards

MAX_SHOWN = 8
"""Terms of a sequence that are shown; its b-file has all."""


@blueprint.get("/atlas")
def atlas() -> str:
    """List the boards and the sequences, or those of one convention."""
    query = parse_query(SequencesQuery, request.args)
    with reading_replica() as session:
        figures, boards, tours = number_of(session, AtlasRow), atlas_boards(session), tours_job(session)
    shown = {"figures": figures, "boards": boards, "tours": tours, "most": MAX_SHOWN}
    sequences = all_sequences(query.convention)
    groups = [
        (gettext("Flat boards"), [one for one in sequences if ":" not in one.family]),
        (gettext("Other surfaces"), [one for one in sequences if ":" in one.family]),
    ]
    return render_template("atlas.html", **shown, query=query, groups=groups)
