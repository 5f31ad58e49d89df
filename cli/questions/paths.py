"""Pictures of the way found by a distance job."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from api.jobs.path_document import way_of
from cli.errors import problem
from cli.output import echo_message
from drawing.frames import way_frames, way_gif
from drawing.path import animated_way_svg, way_svg
from engine.errors import InvalidProblemError

FORMS = {
    "svg": lambda way: way_svg(way).encode(),
    "animated": lambda way: animated_way_svg(way).encode(),
    "gif": way_gif,
    "frames": way_frames,
}


def write_way(result: Mapping[str, Any], files: Mapping[str, Path]) -> None:
    """Write the pictures asked for, by format; a problem if there is no way, or it is too long to be drawn."""
    way = way_of(result["job"]["spec"], result.get("extra") or {})
    if way is None:
        raise problem("Nothing to draw", "the job has found no way of at least one move", status=404)
    for form, file in files.items():
        try:
            picture = FORMS[form](way)
        except InvalidProblemError as error:
            raise problem("Too large to draw", error.message, status=422) from error
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(picture)
        echo_message(f"drawing: {file}", err=True)
