"""The blueprint of all pages, and what every page has in common: keys, formats, live parts."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from api.http import etags
from api.http.problems import ProblemError
from api.http.security.keys import authorise
from drawing import numbers
from drawing.amounts import amount
from drawing.style import heat_style_sheet, line_style_sheet, style_sheet
from findings.statements.wording import quantity_words, restriction_words, starts_words
from language.formats import figures
from phrasing.phrases import square_words
from phrasing.pieces import piece_words
from phrasing.published import published_name
from phrasing.registry import WORDS
from phrasing.symmetries import symmetry_words
from phrasing.titles import job_words
from phrasing.vocabulary import choice_words, method_words, quantity_name

blueprint = Blueprint(
    "dashboard", __name__, template_folder="templates", static_folder="static", static_url_path="/static"
)
OPEN_PAGES = {
    "dashboard.show_sign_in", "dashboard.sign_in", "dashboard.sign_out", "dashboard.static",
    "dashboard.choose_language", "dashboard.script_texts",
}  # fmt: skip
READING = {"dashboard.find", "dashboard.query"}
"""Pages that change nothing, whatever the method."""

STYLES = (style_sheet(), heat_style_sheet(), line_style_sheet())
DAY_SECONDS = 86400

for _format in (
    job_words,
    numbers.significant,
    numbers.plus_minus,
    numbers.power_of_ten,
    numbers.duration,
    numbers.percent,
    numbers.rate,
    numbers.time_left,
    numbers.time_range,
    figures,
    quantity_words,
    restriction_words,
    starts_words,
    piece_words,
    quantity_name,
    square_words,
    published_name,
):
    blueprint.add_app_template_filter(_format)
blueprint.add_app_template_filter(numbers.group_digits, "grouped")
blueprint.add_app_template_filter(amount)
blueprint.add_app_template_filter(method_words)
blueprint.add_app_template_filter(choice_words)
blueprint.add_app_template_filter(lambda kind: WORDS[kind].name, "kind_words")
blueprint.add_app_template_filter(symmetry_words)
blueprint.add_app_template_filter(numbers.format_printed, "printed")


@blueprint.before_request
def require_key() -> AnyResponse | None:
    """Redirect a browser without a valid key to the sign-in page where one is needed."""
    if request.endpoint in OPEN_PAGES:
        return None
    try:
        authorise("submit" if request.method == "POST" and request.endpoint not in READING else "read")
    except ProblemError as error:
        if error.problem.status != 401:
            raise
        return redirect(url_for("dashboard.show_sign_in", next=request.path))
    return None


@blueprint.get("/drawings.css")
def show_drawing_style() -> Response:
    """Send the style rules of drawings: inside a page, the content policy forbids their own style sheets."""
    rules = "".join(style.removeprefix("<style>").removesuffix("</style>") for style in STYLES)
    return Response(rules, mimetype="text/css", headers={"Cache-Control": f"private, max-age={DAY_SECONDS}"})


def inline(svg: str) -> Markup:
    """Return a drawing to be set into a page, which has the drawings' rules already; every text in it is escaped."""
    for style in STYLES:
        svg = svg.replace(style, "")
    return Markup(svg)  # nosec B704  # noqa: S704  our own drawing, whose labels went through html.escape


def fragment(template: str, context: dict[str, object]) -> Response:
    """Send a live part tagged by its text, or a 304 where the page shows it already."""
    text = render_template(template, **context)
    tag = etags.entity_tag((text,))
    return etags.not_modified(tag) or Response(text, headers=etags.headers(tag))
