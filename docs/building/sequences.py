"""The number of a sequence in a text, such as A001230, becomes a link to the encyclopedia that has it."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from findings.statements.published_figures import OEIS, SEQUENCE

NUMBER = re.compile(f"({SEQUENCE.pattern})")


class Sequences(SphinxTransform):
    """A transform that links the numbers of sequences, but not in titles, code or other links."""

    default_priority = 700

    def apply(self, **_: object) -> None:
        """Change the document."""
        for text in list(self.document.findall(nodes.Text)):
            if NUMBER.search(text) and not _inside(
                text, nodes.literal, nodes.literal_block, nodes.reference, nodes.title
            ):
                text.parent.replace(text, [_node(part) for part in NUMBER.split(text) if part])


def _node(part: str) -> nodes.Node:
    if NUMBER.fullmatch(part):
        return nodes.reference("", part, refuri=OEIS + part, internal=False)
    return nodes.Text(part)


def _inside(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, kinds):
            return True
        parent = parent.parent
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the transform with Sphinx."""
    app.add_transform(Sequences)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
