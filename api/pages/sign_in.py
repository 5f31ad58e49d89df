"""Where a browser gives its key, and forgets it."""

from __future__ import annotations

import re

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.http.problems import too_many
from api.http.security.keys import COOKIE, caller_of_token
from api.http.services import services
from api.pages.blueprint import blueprint

MONTH_SECONDS = 30 * 86400
OWN_PATH = re.compile(r"/(?![/\\])[^\x00-\x1f\x7f]*")


@blueprint.get("/sign-in")
def show_sign_in() -> str:
    """Show the form for the key of a browser."""
    return render_template("sign_in.html", wrong=False, next=request.args.get("next", "/"))


@blueprint.post("/sign-in")
def sign_in() -> AnyResponse | tuple[str, int]:
    """Keep the key in a cookie that scripts cannot read and other sites cannot use."""
    token, after = request.form.get("key", "").strip(), request.form.get("next", "/")
    rates, address = services().rates, request.remote_addr or ""
    exhausted = rates.try_key(address)
    if exhausted is not None:
        raise too_many("keys were tried too often from this address", exhausted.seconds, exhausted.headers)
    if caller_of_token(token) is None:
        return render_template("sign_in.html", wrong=True, next=after), 401
    rates.forgive(address)
    response = redirect(own_path(after), 303)
    response.set_cookie(
        COOKIE, token, max_age=MONTH_SECONDS, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return response


@blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """Forget the key."""
    response = redirect(url_for("dashboard.show_sign_in"), 303)
    response.delete_cookie(COOKIE)
    return response


def own_path(path: str) -> str:
    """Return `path` if a browser stays on this site with it, else the home page. Browsers drop control characters."""
    return path if OWN_PATH.fullmatch(path) else "/"
