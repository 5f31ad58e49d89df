"""Banner of what keeps jobs from being computed, for pages on which jobs are submitted and followed."""

from __future__ import annotations

import time
from typing import Any

from flask import current_app

from api.http.services import services
from api.pages.blueprint import blueprint
from api.system.readiness import check_computing
from language.translate import gettext_noop

FRESH_SECONDS = 10.0
EXTENSION = "cavalier-banner"
SENTENCES = {
    "workers": gettext_noop("No worker takes jobs now: what is submitted waits until one does."),
    "broker": gettext_noop(
        "The message broker does not answer: jobs start at the next sweep of the workers, some seconds late."
    ),
    "disk": gettext_noop("The data folder is gone or full: what is submitted now may be lost."),
}


@blueprint.app_template_global()
def troubles() -> list[str]:
    """Return what is wrong, a sentence each, as it was at most ten seconds ago."""
    kept: dict[str, Any] = current_app.extensions.setdefault(EXTENSION, {"until": 0.0, "sentences": []})
    if time.monotonic() >= kept["until"]:
        wrong = {check.name for check in check_computing(services()) if not check.ok}
        kept["sentences"] = [sentence for name, sentence in SENTENCES.items() if name in wrong]
        kept["until"] = time.monotonic() + FRESH_SECONDS
    sentences: list[str] = kept["sentences"]
    return sentences
