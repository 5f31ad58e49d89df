"""The language of an answer: the reader's choice, else the first of the browser's languages that we have."""

from __future__ import annotations

import re

from flask import Flask, Response, request

from api.http.problems import MEDIA_TYPE
from language.current import DEFAULT, LANGUAGES, current, find_language, speak
from language.formats import moment
from language.translate import gettext, ngettext, translate

COOKIE = "cavalier_language"
FILE = re.compile(r"\.(bib|csv|gif|json|jsonl|npy|parquet|svg|txt|zip)$")
"""Addresses of files, which are the same for all readers."""

ASKED_BY = ("Accept-Language", "Cookie")
"""The headers of a request that choose the language of its answer."""

SPOKEN = {"text/html", "application/json", MEDIA_TYPE}
"""Media types of answers with sentences in them."""


def init_app(app: Flask) -> None:
    """Let `app` and its templates answer in the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension's
    app.jinja_env.filters.update(said=translate, moment=moment)
    app.jinja_env.globals.update(language=current, languages=LANGUAGES, this_page=_this_page)

    @app.before_request
    def listen() -> None:
        speak(_preferred_language())

    @app.after_request
    def tell(response: Response) -> Response:
        if response.mimetype in SPOKEN:
            response.headers.setdefault("Content-Language", current())
            if "Vary" in response.headers:
                response.vary.update(ASKED_BY)
            else:  # as is usual, and much cheaper
                response.headers.add("Vary", ", ".join(ASKED_BY))
        return response

    @app.teardown_request
    def forget(_error: BaseException | None) -> None:
        speak(DEFAULT)


def _preferred_language() -> str:
    """Return the language of the cookie, else the first of the browser's preferences that we have."""
    if FILE.search(request.path):
        return DEFAULT
    if "HTTP_COOKIE" not in request.environ and "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return DEFAULT  # a program's poll
    given = [request.cookies.get(COOKIE, ""), *request.accept_languages.values()]
    return next((language for code in given if (language := find_language(code)) is not None), DEFAULT)


def _this_page() -> str:
    """Return the address of the page that is shown, to come back to; the home page's after a form was sent."""
    if request.method != "GET":
        return "/"
    asked = request.query_string.decode(errors="replace")
    return f"{request.path}?{asked}" if asked else request.path
