"""The switch of languages at the foot of every page, and what the pages' scripts say in each."""

from __future__ import annotations

from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from api.http.language import COOKIE
from api.http.problems import not_found
from api.pages.blueprint import DAY_SECONDS, blueprint
from api.pages.sign_in import own_path
from language.catalogue import catalogue
from language.current import DEFAULT, LANGUAGES

YEAR_SECONDS = 365 * DAY_SECONDS


@blueprint.get("/language/<language>")
def choose_language(language: str) -> AnyResponse:
    """Keep the language that a link names, and redirect to the page of the link: nothing else is changed."""
    if language not in LANGUAGES:
        raise not_found(f"catalogue of the language {language!r}; there are {', '.join(LANGUAGES)}")
    response = redirect(own_path(request.args.get("next", "/")), 303)
    response.set_cookie(COOKIE, language, max_age=YEAR_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
    return response


@blueprint.get("/texts/<language>.json")
def script_texts(language: str) -> Response:
    """Send the texts of the pages' scripts in a language other than English, which they are written in."""
    if language not in LANGUAGES or language == DEFAULT:
        raise not_found(f"catalogue of the language {language!r}")
    response = jsonify(catalogue(language).scripts)
    response.headers["Cache-Control"] = f"private, max-age={DAY_SECONDS}"
    return response
