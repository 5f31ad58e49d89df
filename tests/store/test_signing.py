"""Secrets that belong to a database."""

from __future__ import annotations

from store.db import Database
from store.signing import signing_secret


def test_every_process_gets_the_same_secret(database: Database) -> None:
    """Made once by whoever asks first, another one for each name."""
    secrets = []
    for name in ("cursors", "cursors", "other"):
        with database.writing() as session:
            secrets.append(signing_secret(session, name))

    assert secrets[0] == secrets[1] != secrets[2]
    assert len(secrets[0]) == 64
