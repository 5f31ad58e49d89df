"""The page on the API names every route, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from api.app import create_app
from store.settings import Settings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
ROW = re.compile(r"^\| `(GET|POST) (/\S+)` \|", re.MULTILINE)
PREFIXES = ("/api/", "/health/", "/metrics")
ASSETS = "/api/v1/docs/{name}"


def test_every_route_is_on_the_page(tmp_path: Path) -> None:
    """The table of routes is the application's own."""
    app = create_app(Settings(data=tmp_path))
    routes = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST"}
        if rule.rule.startswith(PREFIXES)
    }

    assert set(ROW.findall(PAGE.read_text())) == routes - {("GET", ASSETS)}
