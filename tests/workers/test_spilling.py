"""The folder for what outgrows memory."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.runners.spill import VARIABLE
from store.settings import Settings
from workers.spilling import name_spill_folder


def test_runners_learn_the_folder_that_is_set(
    sqlite_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The setting reaches the variable; without it the variable stays as it is."""
    monkeypatch.delenv(VARIABLE, raising=False)
    name_spill_folder(replace(sqlite_settings, database_url="postgresql://somewhere/x"))
    assert VARIABLE not in os.environ
    monkeypatch.setenv(VARIABLE, "before")
    name_spill_folder(replace(sqlite_settings, spill_folder=str(tmp_path)))
    assert os.environ[VARIABLE] == str(tmp_path)
