"""Access from pages of other sites: if the setting names their origin, they may read below /api/, and change nothing.

Their requests carry no cookies: where keys are required, such a page sends one in `Authorization`.
"""

from __future__ import annotations

from flask import Flask, Response, request

from api.http.export_headers import DESCRIBED
from api.http.services import services

ROOM = "/api/"
METHODS = "GET, HEAD, OPTIONS"
SENT = "Authorization, If-Modified-Since, If-None-Match"
"""Request headers allowed in addition to those that any page may send."""

ANY = "Allow, Content-Disposition, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate"
READ = ", ".join([ANY, *DESCRIBED])
"""Answer headers exposed in addition to those that any page may read."""

REMEMBERED_SECONDS = "600"


def init_app(app: Flask) -> None:
    """Let browsers know which origins may read the answers of `app`."""

    @app.after_request
    def tell(response: Response) -> Response:
        origins = services().settings.cors_origins
        if not origins or not request.path.startswith(ROOM):
            return response
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = READ
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Allow-Headers"] = SENT
                response.headers["Access-Control-Max-Age"] = REMEMBERED_SECONDS
        return response
