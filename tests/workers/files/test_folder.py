"""Files of shards on a disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import KernelLimitError, LostFileError, NoSpaceError
from workers.files.folder import Folder, files_of


def test_what_is_written_can_be_read_in_part(tmp_path: Path) -> None:
    """Arrays are stored one after another as bytes, any part can be read, and removal leaves nothing."""
    files = Folder(tmp_path / "below")
    files.write("name", [np.arange(3, dtype=np.uint8), np.array([7], dtype=np.int64)])
    assert files.read("name").tolist() == [0, 1, 2, 7, 0, 0, 0, 0, 0, 0, 0]
    assert files.read("name", 2, 2).tolist() == [2, 7]
    assert files.read("name", 10, 100).tolist() == [0]
    assert [path.name for path in (tmp_path / "below").iterdir()] == ["name"]


def test_a_missing_file_is_told_and_removed_without_complaint(tmp_path: Path) -> None:
    """A missing file may be removed silently, but reading it is an error."""
    files = Folder(tmp_path)
    files.write("name", [np.zeros(1)])
    files.remove(["name", "name"])
    with pytest.raises(KernelLimitError, match="cannot be read"):
        files.read("name")


def test_shards_of_a_job_share_one_folder_and_have_one_each(tmp_path: Path) -> None:
    """Each shard keeps its own files, and sent files are shared; without a folder there are no files."""
    first, second = files_of(tmp_path, 1), files_of(tmp_path, 2)
    assert first is not None
    assert second is not None
    first.own.write("kept", [np.ones(1)])
    first.shared.write("sent", [np.ones(1)])
    assert len(second.shared.read("sent")) == 8
    with pytest.raises(KernelLimitError):
        second.own.read("kept")
    assert files_of(None, 1) is None


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "..", "", "a/b", ".hidden", "a\0b"])
def test_names_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    """A forged checkpoint cannot make a worker read, write or remove files of another folder."""
    (tmp_path / "secret").write_bytes(b"x")
    files = Folder(tmp_path / "job")
    for use in (files.read, lambda name: files.write(name, [np.zeros(1)]), lambda name: files.remove([name])):
        with pytest.raises(LostFileError):
            use(name)
    assert (tmp_path / "secret").read_bytes() == b"x"


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Links placed in the shared folder are not followed."""
    (tmp_path / "secret").write_bytes(b"x")
    (tmp_path / "job").mkdir()
    (tmp_path / "job" / "name").symlink_to(tmp_path / "secret")
    files = Folder(tmp_path / "job")
    with pytest.raises(LostFileError):
        files.read("name")
    files.write("name", [np.zeros(1)])
    assert len(files.read("name")) == 8
    assert (tmp_path / "secret").read_bytes() == b"x"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """The job then waits, as where there is no room, and the reason names the folder, not its size."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NoSpaceError, match="file/below cannot be made: "):
        Folder(tmp_path / "file" / "below").write("a", [np.zeros(3)])
