"""Addresses of the service's pages lead there: the pages are built into the service, which shows them at /docs/."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

PAGES = (
    "/atlas", "/boards", "/campaigns", "/compare", "/families", "/find", "/generators", "/graph", "/jobs", "/learn",
    "/learn/sheet", "/puzzles", "/puzzles/sheet", "/query", "/sources", "/submit", "/tours", "/tree", "/warnsdorff",
    "/workers",
)  # fmt: skip
"""What a page may name as code, such as `/graph`, and be a link to."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of the transform."""
    app.add_post_transform(LinkPages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class LinkPages(SphinxPostTransform):
    """Make a link of each page of the service that is named as code."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Put each such code into a reference."""
        for code in list(self.document.findall(nodes.literal)):
            if code.astext() in PAGES and not isinstance(code.parent, nodes.reference):
                code.replace_self(nodes.reference("", "", code.deepcopy(), refuri=code.astext(), internal=True))
