"""Random secrets that belong to a database, so that every process on it signs and checks alike."""

from __future__ import annotations

import secrets

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.insertion import insert_or_keep
from store.models.operations import Secret


def signing_secret(session: Session, name: str) -> bytes:
    """Return the secret of this name, made (256 random bits) when it is first asked for."""
    insert_or_keep(session, Secret, name=name, value=secrets.token_hex(32), version=1)
    return session.execute(select(Secret.value).where(Secret.name == name)).scalar_one().encode()
