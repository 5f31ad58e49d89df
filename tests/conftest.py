"""Shared fixtures; first of all a kernel cache that belongs to this very code, before anything imports numba."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from engine.digest import use_cache_folder

pytest_plugins = ["tests.services", "tests.databases", "tests.processes"]

if "NUMBA_CACHE_DIR" not in os.environ:
    use_cache_folder(Path(tempfile.gettempdir()))
