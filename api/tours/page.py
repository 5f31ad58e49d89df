"""The tours that were found: thumbnails with filters, and one tour large."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import not_found
from api.http.services import reading, reading_replica
from api.openapi.query import parse_query
from api.pages.blueprint import blueprint, inline
from api.tours.citation import tour_citation
from api.tours.documents import tour_document, unpack
from api.tours.lookup import count_tours, features_counted
from api.tours.routes import ToursQuery, find_page
from drawing.animation import MAX_ANIMATED
from drawing.features import NAMES, describe_features, describe_value
from drawing.step_by_step import MAX_STEPPED, stepped_tour_svg
from engine.boards.board import Board
from engine.boards.squares import by_name, parse_square, written_square
from engine.tours.symmetry_type import PLANE
from store.queries.facets import TourCounts
from store.queries.feature_counts import FeatureCounts
from store.queries.neighbours import neighbouring_tours
from store.queries.random_tour import random_tour
from store.queries.tours import TourFilter, find_tour

TYPES = ("none", *(name for name in PLANE if name not in ("identity", "rotation270")))
PER_PAGE = 24
MAX_COUNTED = 20_000
"""Most runs of tours that are looked at for the counts beside the filters."""

MAX_CHOICES = 12
MAX_ID = (1 << 63) - 1
FACETS = {"closed": "Closed or open", "symmetry": "Symmetries", "start": "Start", "end": "End"}


@dataclass(frozen=True)
class Choice:
    """One value of a filter: in words, how many tours it leaves, the address that chooses it, whether it is chosen."""

    words: str
    tours: int
    address: str
    chosen: bool


@dataclass(frozen=True)
class Facet:
    """A filter with its most frequent values. more: values not shown. clear: the address without it, if it is set."""

    title: str
    choices: list[Choice]
    more: int
    clear: str | None


@blueprint.get("/tours")
def tours() -> str | AnyResponse:
    """List tours; filters and page are the API's, so that every view has an address."""
    given = [(name, value) for name, value in request.args.items(multi=True) if value]
    if len(given) < len(list(request.args.items(multi=True))):
        return redirect(f"{url_for('dashboard.tours')}?{urlencode(given)}")
    query = parse_query(ToursQuery, request.args)
    if "limit" not in request.args:
        query = query.model_copy(update={"limit": PER_PAGE})
    with reading_replica(query.job) as session:
        selected = query.to_filter()
        order = query.order()
        rows, following = find_page(session, query, selected, order)
        counts = None if selected.content else count_tours(session, selected, cap=MAX_COUNTED)
        features = features_counted(session, selected)
    return render_template(
        "tours.html",
        tours=[tour_document(row, measured=order is not None) for row in rows],
        order=order,
        statistics=NAMES,
        features=None if features is None else feature_facets(query, selected, features),
        unmeasured=0 if features is None else features.unmeasured,
        query=query,
        next=following,
        symmetry_types=TYPES,
        counts=counts,
        facets=[] if counts is None else facets_of(query, counts),
    )


def facets_of(query: ToursQuery, counts: TourCounts) -> list[Facet]:
    """Return the ways of narrowing the filter down, each with the number of tours left and its address."""
    board = None if query.board is None else query.named_board()
    found = []
    for name, numbers in counts.facets.items():
        given = request.args.get(name)
        likely = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
        shown = [_choice(board, name, value, number, given) for value, number in likely[:MAX_CHOICES]]
        if len(shown) > 1 or given is not None:
            found.append(Facet(FACETS[name], shown, len(numbers) - len(shown), _with(name, None) if given else None))
    return found


def feature_facets(query: ToursQuery, tour_filter: TourFilter, counts: FeatureCounts) -> list[Facet]:
    """Return the statistics of the tours that are chosen, each value with its number of tours and its address."""
    given = {asked.statistic: asked for asked in tour_filter.features}
    found = []
    for name in NAMES:
        numbers = counts.values.get(name, {})
        asked = given.get(name)
        choices = [
            Choice(
                describe_value(name, value),
                number,
                _with("statistics", _with_range(query, name, value)),
                asked is not None and asked.least == asked.most == value,
            )
            for value, number in numbers.items()
        ]
        if choices:
            clear = _with("statistics", _with_range(query, name, None)) if asked else None
            found.append(Facet(NAMES[name], choices, 0, clear))
    return found


def _with_range(query: ToursQuery, name: str, value: int | None) -> str:
    """Return the requested ranges, with one statistic set to this value, or left out."""
    kept = [part.strip() for part in (query.statistics or "").split(",") if part.partition(":")[0].strip() != name]
    return ",".join(part for part in [*kept, "" if value is None else f"{name}:{value}"] if part)


def _choice(board: Board | None, name: str, value: int, number: int, given: str | None) -> Choice:
    text, words = str(value), str(value)
    if name == "closed":
        text, words = ("true", "closed") if value else ("false", "open")
    elif board is not None and name in ("start", "end"):
        text = words = written_square(board, value, named=by_name([request.args.get("start"), request.args.get("end")]))
        return Choice(words, number, _with(name, text), given is not None and parse_square(board, given) == value)
    return Choice(words, number, _with(name, text), given == text)


def _with(name: str, value: str | None) -> str:
    """Return the address of this list with another value of one filter, from its first page."""
    kept = [(key, text) for key, text in request.args.items(multi=True) if key not in (name, "cursor")]
    return f"{url_for('dashboard.tours')}?{urlencode([*kept, *([(name, value)] if value else [])])}"


@blueprint.get("/tours/random")
def another_tour() -> AnyResponse:
    """Lead to a random closed tour, or to a random tour of one `board`; to the list where there is none."""
    board = request.args.get("board")
    with reading_replica() as session:
        found = random_tour(session, TourFilter(closed=True) if board is None else TourFilter(board=board))
    address = url_for("dashboard.tours") if found is None else url_for("dashboard.tour", tour_id=found.tour.id)
    return redirect(address)


@blueprint.get(f"/tours/<int(max={MAX_ID}):tour_id>")
def tour(tour_id: int) -> str:
    """One tour, large."""
    with reading() as session:
        found = find_tour(session, tour_id)
        if found is None:
            raise not_found(f"tour {tour_id}")
        before, after = neighbouring_tours(session, found)
    document, walked = tour_document(found, measured=True), unpack(found)
    size = walked.board.size
    drawing = None
    if size <= MAX_STEPPED:
        svg = stepped_tour_svg(walked.board, walked.piece, walked.squares, closed=walked.closed)
        drawing = inline(svg)
    names = [written_square(walked.board, int(number)) for number in walked.squares]
    return render_template(
        "tour.html",
        tour=document,
        citation=tour_citation(document),
        drawing=drawing,
        names=names,
        features=describe_features(document.statistics or {}),
        flat=walked.board.is_flat,
        animated=size <= MAX_ANIMATED,
        before=before,
        after=after,
    )
