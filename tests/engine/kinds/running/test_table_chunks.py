"""Files of states: each part reads its own buckets, and nothing but what was written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import KernelLimitError
from engine.kinds.running import table_chunks as chunks
from engine.kinds.running.table_chunks import Inbox, write_chunk
from engine.search.frontier.table_parts import BUCKETS
from workers.files.folder import Folder


def parcel(states: int, words: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return random keys with random counts."""
    random = np.random.default_rng(states)
    keys = random.integers(0, 2**62, states)
    return keys, random.integers(0, 2**64, (states, words), dtype=np.uint64)


def pairs(*parcels: tuple[np.ndarray, np.ndarray]) -> list[tuple[int, ...]]:
    """Return all keys with their counts, sorted."""
    return sorted(
        (int(key), *map(int, count)) for keys, counts in parcels for key, count in zip(keys, counts, strict=True)
    )


def received(
    files: Folder, names: list[str], first: int = 0, last: int = BUCKETS
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the states of every bucket."""
    inbox = Inbox(files, names, first, last)
    return [inbox.receive(bucket) for bucket in range(first, last)]


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("states", [0, 1, 5000])
def test_the_parts_of_a_chunk_are_the_whole(tmp_path: Path, states: int, words: int) -> None:
    """Two parts together read exactly what was written; equal content has one name, different content another."""
    written = parcel(states, words)
    files = Folder(tmp_path / "job")
    name = write_chunk(files, "cycles.7", written)
    read = [some for first, last in ((0, 23), (23, BUCKETS)) for some in received(files, [name], first, last)]
    assert pairs(*read) == pairs(written)
    assert write_chunk(files, "cycles.7", written) == name
    assert write_chunk(files, "cycles.7", parcel(states + 1)) != name
    assert not list(tmp_path.glob("**/*.partial"))


@pytest.mark.parametrize("at_once", [1, 5000, 1 << 26])
def test_chunks_add_up_bucket_by_bucket(tmp_path: Path, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal states of chunks with one and with two words a count add up, however many bytes are read at a time."""
    monkeypatch.setattr(chunks, "READ_AT_ONCE", at_once)
    keys, counts = parcel(3000)
    counts >>= np.uint64(2)
    wide = np.concatenate([counts, np.ones_like(counts)], axis=1)
    files = Folder(tmp_path)
    names = [write_chunk(files, "cycles.7", some) for some in ((keys, counts), (keys, wide))]
    twice = np.concatenate([2 * counts, np.ones_like(counts)], axis=1)
    assert pairs(*(some for some in received(files, names) if len(some[0]))) == pairs((keys, twice))
    again = Inbox(files, names, 0, BUCKETS)
    assert np.array_equal(again.receive(500)[0], received(files, names)[500][0])


@pytest.mark.parametrize("place", [0, 3000, -1])
def test_a_damaged_chunk_is_noticed(tmp_path: Path, place: int) -> None:
    """A chunk with a wrong byte in its head or in the rows read, or without its end, is refused."""
    files = Folder(tmp_path)
    name = write_chunk(files, "cycles.7", parcel(1000))
    whole = (tmp_path / name).read_bytes()
    wrong = bytearray(whole)
    wrong[place] ^= 1
    for content in (bytes(wrong), whole[:-100], whole[:100], b""):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(KernelLimitError):
            received(files, [name])


def test_a_missing_chunk_is_told(tmp_path: Path) -> None:
    """Reading a missing chunk is an error."""
    with pytest.raises(KernelLimitError, match="cannot be read"):
        received(Folder(tmp_path), ["cycles.7.abc"])
