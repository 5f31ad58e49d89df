"""An import is a job like others: its page, its result, its tours."""

from __future__ import annotations

import io
import json

from flask.testing import FlaskClient

from findings.imports.load import import_file
from store.database.db import Database
from tests.api.conftest import OPEN_5X5
from tests.store.tour_samples import BOARD


def test_what_is_told_of_an_import(client: FlaskClient, sqlite_database: Database) -> None:
    """The result counts, the list has the tour, the shard tells who has found it elsewhere; the page shows it."""
    squares = [BOARD.square(number) for number in OPEN_5X5]
    line = json.dumps({"board": "5x5", "piece": "1,2", "job": "theirs", "squares": squares})
    with sqlite_database.writing() as session:
        job = import_file(session, io.BytesIO(line.encode()), "one.jsonl")[0].public_id

    result = client.get(f"/api/v1/jobs/{job}/result").get_json()
    tours = client.get(f"/api/v1/jobs/{job}/tours").get_json()["items"]
    shards = client.get(f"/api/v1/jobs/{job}/shards").get_json()["items"]

    assert {one["quantity"]: one["value"] for one in result["counts"]} == {"imported": "1", "held_before": "0"}
    assert result["job"]["tours_stored"] == 1
    assert [one["squares"] for one in tours] == [squares]
    assert [one["label"] for one in shards] == ["found by job theirs"]
    assert client.get(f"/jobs/{job}").status_code == 200
    assert client.post("/api/v1/jobs", json={"kind": "import", "sha256": "0" * 64}).status_code == 422
