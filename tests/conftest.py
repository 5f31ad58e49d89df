"""Shared fixtures: a fresh kernel cache for this very code, before anything imports numba."""

from __future__ import annotations

import tempfile
from pathlib import Path

from engine.digest import use_cache_folder

use_cache_folder(Path(tempfile.gettempdir()))
