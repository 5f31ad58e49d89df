"""Pages that are notebooks: their Python runs from top to bottom, and its output is below each block.

    python docs/building/notebooks.py docs/notebooks/*.md    runs pages, and writes their output into them

A block of Python may be followed by a block of text, its printed output, and by an image, the drawing of its last line.
The tests run the pages again and compare. Sphinx only shows the recorded output; it also writes each page as a Jupyter
notebook for download.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
CELL = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<text>.*?)^```\n)?(?:\n!\[(?P<alt>[^\]]*)\]\((?P<image>[^)]*)\)\n)?",
    re.MULTILINE | re.DOTALL,
)
DIRECTIVE = "```{notebook}\n```\n"
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)")


@dataclass(frozen=True)
class Shown:
    """The output of a block: its printed text, and the SVG of its last line, if that draws itself."""

    text: str
    drawing: str | None


def run(page: str) -> list[Shown]:
    """Run the blocks of a page in order, all with the same names, as a notebook does."""
    names: dict[str, object] = {"__name__": "__main__"}
    return [_run(cell["code"], names) for cell in CELL.finditer(page)]


def _run(code: str, names: dict[str, object]) -> Shown:
    body = ast.parse(code).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value, out = None, StringIO()
    with redirect_stdout(out):
        exec(compile(ast.Module(body, []), "<block>", "exec"), names)  # noqa: S102  the page is our own
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<block>", "eval"), names)  # noqa: S307  likewise
        draw = getattr(value, "_repr_svg_", None)
        if value is not None and draw is None:
            out.write(f"{value!r}\n")
    return Shown(out.getvalue(), None if draw is None else draw())


def written(path: Path, page: str, shown: Sequence[Shown]) -> tuple[str, dict[Path, str]]:
    """Return the page with the output of its blocks below them, and its drawings by their files.

    ValueError where a block draws but is not followed by an image with a description.
    """
    images: dict[Path, str] = {}
    waiting = iter(shown)

    def cell(found: re.Match[str]) -> str:
        one = next(waiting)
        parts = [f"```python\n{found['code']}```\n"]
        if one.text:
            parts.append(f"```text\n{one.text}```\n")
        if one.drawing is not None:
            if not found["alt"]:
                raise ValueError(f"{path.name}: below a block that draws say what is to be seen: ![...]()")
            file = FOLDER.parent / "images" / "notebooks" / f"{path.stem}-{len(images) + 1}.svg"
            images[file] = one.drawing.strip() + "\n"
            parts.append(f"![{found['alt']}](../images/notebooks/{file.name})\n")
        return "\n".join(parts)

    return CELL.sub(cell, page), images


def as_jupyter(path: Path) -> dict[str, object]:
    """Return the page as a Jupyter notebook, with its output. Links inside the site become plain text."""
    page = path.read_text(encoding="utf-8").replace(DIRECTIVE, "")
    cells = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(_cells(path, page), 1)]
    python = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}


def _cells(path: Path, page: str) -> Iterator[dict[str, object]]:
    end = 0
    for cell in CELL.finditer(page):
        yield from _words(page[end : cell.start()])
        outputs: list[dict[str, object]] = []
        if cell["text"]:
            outputs.append({"output_type": "stream", "name": "stdout", "text": cell["text"]})
        if cell["image"]:
            data = {"image/svg+xml": (path.parent / cell["image"]).read_text(encoding="utf-8")}
            outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        code: dict[str, object] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": outputs}
        yield code | {"source": cell["code"].rstrip("\n")}
        end = cell.end()
    yield from _words(page[end:])


def _words(text: str) -> Iterator[dict[str, object]]:
    words = LINK.sub(r"\1", text.strip())
    if words:
        yield {"cell_type": "markdown", "metadata": {}, "source": words}


class Notebook(SphinxDirective):
    """A directive for a note that the page is a notebook, with a link to download it."""

    def run(self) -> list[nodes.Node]:
        """Return the note."""
        name = f"{Path(self.env.docname).name}.ipynb"
        link = nodes.reference("", "download it for Jupyter", refuri=name, internal=True)
        words = nodes.paragraph("", "This page is a notebook: ", link, nodes.Text(f", or copy its blocks. {NEEDS}"))
        return [nodes.note("", words)]


NEEDS = "Its Python needs the service's own package, starts a service of its own and runs within seconds."


def save(app: Sphinx, error: Exception | None) -> None:
    """Write every notebook beside its built page."""
    if error is None and app.builder.format == "html":
        for path in FOLDER.glob("*.md"):
            text = json.dumps(as_jupyter(path), indent=1, ensure_ascii=False)
            (Path(app.outdir) / FOLDER.name / f"{path.stem}.ipynb").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive, and the function for the end of the build, with Sphinx."""
    app.add_directive("notebook", Notebook)
    app.connect("build-finished", save)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main() -> None:
    """Run the pages that the command names and write their output into them."""
    for path in map(Path, sys.argv[1:]):
        page = path.read_text(encoding="utf-8")
        text, images = written(path, page, run(page))
        path.write_text(text, encoding="utf-8")
        for file, drawing in images.items():
            file.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
