"""Files of jobs on an S3 server in a process of its own."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from upath import UPath

from engine.errors import LostFileError, NoSpaceError
from engine.kinds.running.table_chunks import Inbox, write_chunk
from store.database.db import Database
from store.settings import Settings
from tests.servers import Process, accepts, free_port, wait_until
from tests.workers.test_shared_sweep import Workers, _real_sweeps
from workers.files.folder import files_in, files_of
from workers.files.job_folders import remove_leftovers

__all__ = ["_real_sweeps"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start an S3 server in a process of its own; yield its address."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with Process(command, tmp_path_factory.mktemp("moto") / "log", {}) as process:
        wait_until(lambda: accepts(port) or not process.alive, "the server answers")
        assert process.alive, process.log.read_text()
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def spill(server: str, monkeypatch: pytest.MonkeyPatch) -> UPath:
    """A folder in a new bucket, written as in the setting."""
    for name, value in (("ACCESS_KEY_ID", "key"), ("SECRET_ACCESS_KEY", "secret"), ("DEFAULT_REGION", "us-east-1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    bucket = f"bucket-{secrets.token_hex(4)}"
    spill = Settings(spill_folder=f"s3://{bucket}/sweeps").spill
    assert isinstance(spill, UPath)
    spill.fs.mkdir(bucket)
    return spill


def test_objects_are_files(spill: UPath) -> None:
    """Objects are written, read in parts, listed and removed; reading a missing one is a loss."""
    files = files_in(spill / "job")
    assert files.names("") == []
    files.write("a.1", [np.arange(3, dtype=np.uint8), np.array([7], dtype=np.uint8)])
    files.write("b.1", [np.arange(9, dtype=np.uint8)])
    assert files.read("a.1").tolist() == [0, 1, 2, 7]
    assert files.read("a.1", 1, 2).tolist() == [1, 2]
    assert files.read("a.1", 2, 0).tolist() == []
    assert files.names("a") == ["a.1"]
    files.remove(["a.1", "a.1", "never"])
    assert files.names("") == ["b.1"]
    with pytest.raises(LostFileError):
        files.read("a.1")
    assert files.free() > 1e18


def test_a_store_out_of_reach_loses_nothing(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the store is unreachable, every operation makes the job wait, and sweeps continue."""
    for name, value in (("ACCESS_KEY_ID", "key"), ("SECRET_ACCESS_KEY", "secret"), ("MAX_ATTEMPTS", "1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    spill = UPath("s3://bucket/sweeps", endpoint_url=f"http://127.0.0.1:{free_port()}", use_listings_cache=False)
    files = files_in(spill / "job")
    for ask in (
        lambda: files.write("a.1", [np.arange(3, dtype=np.uint8)]),
        lambda: files.read("a.1"),
        lambda: files.names(""),
        lambda: files.remove(["a.1"]),
    ):
        with pytest.raises(NoSpaceError, match="cannot be reached"):
            ask()
    remove_leftovers(sqlite_database, spill)


def test_chunks_go_through_objects(spill: UPath) -> None:
    """States sent through the object store come back bucket by bucket; each shard has a folder of its own."""
    files = files_of(spill / "job", 3)
    assert files is not None
    keys = np.arange(5000)
    name = write_chunk(files.shared, "cycles.7", (keys, np.ones((5000, 1), dtype=np.uint64)))
    inbox = Inbox(files.shared, [name])
    assert sorted(key for bucket in range(1024) for key in inbox.receive(bucket)[0].tolist()) == keys.tolist()
    files.own.write("name", [keys])
    assert files.shared.names("") == [name]


def test_a_shared_sweep_through_objects(
    spill: UPath, sqlite_database: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Three often dying workers count 9,862 cycles with the digest of a folder, and leave no objects."""
    folder = tmp_path_factory.mktemp("spill")
    job, digest = Workers(sqlite_database, spill, 3, 2, deaths=0.2).run(2000)
    assert digest == Workers(sqlite_database, folder, 1, 1, deaths=0.0).run(1 << 20)[1]
    remove_leftovers(sqlite_database, spill)
    assert not (spill / job).exists()
