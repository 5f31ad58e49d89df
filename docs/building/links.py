"""Links from the documentation to the service's pages: the service shows the documentation at /docs/."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

PAGES = (
    "/atlas", "/boards", "/campaigns", "/compare", "/families", "/find", "/generators", "/graph", "/jobs", "/learn",
    "/learn/sheet", "/puzzles", "/puzzles/sheet", "/query", "/sources", "/submit", "/tours", "/tree", "/warnsdorff",
    "/workers",
)  # fmt: skip
"""Pages of the service that become links where they are named as code, such as `/graph`."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the transform with Sphinx."""
    app.add_post_transform(LinkPages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class LinkPages(SphinxPostTransform):
    """A transform that links each page of the service that is named as code."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Replace each name by a link."""
        for code in list(self.document.findall(nodes.literal)):
            if code.astext() in PAGES and not isinstance(code.parent, nodes.reference):
                code.replace_self(nodes.reference("", "", code.deepcopy(), refuri=code.astext(), internal=True))
