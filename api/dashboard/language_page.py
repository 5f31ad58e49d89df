"""The switch of languages at the foot of every page, and what the pages' scripts say in each."""

from __future__ import annotations

from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from api.dashboard.blueprint import DAY_SECONDS, blueprint
from api.dashboard.sign_in import own_path
from api.language import COOKIE
from api.problems import Fault, invalid, not_found
from language.catalogue import catalogue
from language.current import DEFAULT, LANGUAGES

YEAR_SECONDS = 365 * DAY_SECONDS


@blueprint.post("/language")
def choose_language() -> AnyResponse:
    """Keep the language that a button names, and show the page again in it."""
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        raise invalid([Fault(pointer="/language", detail=f"one of {', '.join(LANGUAGES)}")])
    response = redirect(own_path(request.form.get("next", "/")), 303)
    response.set_cookie(COOKIE, language, max_age=YEAR_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


@blueprint.get("/language/<language>.json")
def script_texts(language: str) -> Response:
    """Send the texts of the pages' scripts in a language other than English, which they are written in."""
    if language not in LANGUAGES or language == DEFAULT:
        raise not_found(f"catalogue of the language {language!r}")
    response = jsonify(catalogue(language).scripts)
    response.headers["Cache-Control"] = f"private, max-age={DAY_SECONDS}"
    return response
