"""The notebooks, which run from top to bottom with the outputs shown, and are offered for Jupyter, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs.building.notebooks import CELL, FOLDER, Shown, as_jupyter, run, written

NOTEBOOKS = sorted(FOLDER.glob("*.md"))


def test_there_are_notebooks() -> None:
    """Some notebooks exist, so that the next test is not empty."""
    assert len(NOTEBOOKS) >= 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_shows_what_stands_in_it(path: Path) -> None:
    """Every text and drawing is exactly what the code gives."""
    page = path.read_text(encoding="utf-8")
    text, images = written(path, page, run(page))
    assert text == page
    for file, drawing in images.items():
        assert file.read_text(encoding="utf-8") == drawing, file.name


def test_no_drawing_is_left_over() -> None:
    """Every stored drawing is shown by a notebook."""
    shown = {(path.parent / cell["image"]).resolve() for path in NOTEBOOKS for cell in CELL.finditer(path.read_text())
             if cell["image"]}  # fmt: skip
    assert set((FOLDER.parent / "images" / "notebooks").iterdir()) == shown


def test_blocks_share_names_and_show_their_last_line() -> None:
    """Blocks behave as in a notebook, and new output replaces the old."""
    page = "```python\nx = 20\nprint(x)\n```\n\n```text\nold\n```\n\nWords.\n\n```python\nx + 1\n```\n"
    shown = run(page)
    assert shown == [Shown("20\n", None), Shown("21\n", None)]
    text, images = written(Path("page.md"), page, shown)
    assert text.count("```text") == 2
    assert "old" not in text
    assert images == {}
    assert written(Path("page.md"), text, shown)[0] == text


def test_a_drawing_needs_words() -> None:
    """An image without a description is an error."""
    page = "```python\nd\n```\n"
    with pytest.raises(ValueError, match=r"page\.md: below a block that draws"):
        written(Path("page.md"), page, [Shown("", "<svg/>")])
    text, images = written(Path("page.md"), page + "\n![a line]()\n", [Shown("", "<svg/>")])
    assert text.endswith("![a line](../images/notebooks/page-1.svg)\n")
    assert list(images.values()) == ["<svg/>\n"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_for_jupyter(built: Path, path: Path) -> None:
    """It has the page's code and outputs, and is built beside the page."""
    document = json.loads((built / "notebooks" / f"{path.stem}.ipynb").read_text(encoding="utf-8"))
    assert document == as_jupyter(path)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    codes = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
    assert [cell["source"] + "\n" for cell in codes] == [cell["code"] for cell in CELL.finditer(path.read_text())]
    assert any(output["output_type"] == "display_data" for cell in codes for output in cell["outputs"]) or (
        "![" not in path.read_text()
    )
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
