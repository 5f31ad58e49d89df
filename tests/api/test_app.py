"""The application as a whole."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

from api.app import create_app
from store.database.db import Database
from store.settings import Settings


def test_the_api_never_loads_numba() -> None:
    """It does not do so even indirectly: this would cost a second at every start, and the API runs no kernels."""
    code = "import sys, api.app, api.server, api.wsgi; sys.exit('numba' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_only_trusted_host_names_are_answered(
    sqlite_settings: Settings, sqlite_database: Database, notifier: Any
) -> None:
    """A request under an outside name is refused."""
    settings = replace(sqlite_settings, trusted_hosts=("localhost",))
    client = create_app(settings, sqlite_database, notifier).test_client()

    assert client.get("/health/live").status_code == 200
    refused = client.get("/health/live", base_url="http://elsewhere.example")
    assert refused.status_code == 400
    assert "elsewhere.example" in refused.get_json()["detail"]
