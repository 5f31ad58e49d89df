"""BibTeX entries."""

from __future__ import annotations

import re
from urllib.parse import quote

from flask.testing import FlaskClient


def test_boards_of_free_shape_have_keys_of_their_own(client: FlaskClient) -> None:
    """Two masks differ in their squares alone, which no key can spell; other boards are named by their label."""
    keys = []
    for label in ("mask:##./###/###", "mask:###/##./###", "6x6"):
        entry = client.get(f"/api/v1/boards/{quote(label, safe='')}.bib")
        assert entry.status_code == 200
        keys += re.findall(r"^@misc\{([a-z0-9-]+),$", entry.text, re.MULTILINE)
    assert len(set(keys)) == 3
    assert keys[-1] == "cavalier-board-6x6"
