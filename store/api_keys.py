"""API keys: 256 random bits, shown once; the database keeps their SHA-256 (slow hashes are for passwords)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.models.operations import ApiKey

Scope = Literal["read", "submit", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "submit", "admin")
PREFIX = "cavalier"


def create_key(session: Session, name: str, scope: Scope, lifetime_seconds: float | None = None) -> str:
    """Create a key and return it; only its hash is stored: cavalier_<id>_<secret>."""
    key_id, secret = secrets.token_hex(4), secrets.token_hex(32)
    moment = now(session)
    expires = None if lifetime_seconds is None else moment + lifetime_seconds
    row = ApiKey(id=key_id, name=name, scope=scope, secret_sha256=_hash(secret), created_at=moment, expires_at=expires)
    session.add(row)
    return f"{PREFIX}_{key_id}_{secret}"


def check_key(session: Session, token: str) -> ApiKey | None:
    """Return the key's row if it is known, not revoked and not expired."""
    prefix, _, rest = token.partition("_")
    key_id, _, secret = rest.partition("_")
    row = session.get(ApiKey, key_id) if prefix == PREFIX else None
    if row is None or not hmac.compare_digest(row.secret_sha256, _hash(secret)):
        return None
    expired = row.expires_at is not None and row.expires_at <= now(session)
    return None if expired or row.revoked_at is not None else row


def list_keys(session: Session) -> list[ApiKey]:
    """Return all keys, oldest first."""
    return list(session.scalars(select(ApiKey).order_by(ApiKey.created_at)))


def revoke_key(session: Session, key_id: str) -> bool:
    """Revoke a key; return whether it exists."""
    row = session.get(ApiKey, key_id)
    if row is None:
        return False
    row.revoked_at = now(session)
    return True


def any_key(session: Session) -> bool:
    """Whether an unrevoked key exists."""
    return bool(session.execute(select(func.count()).where(ApiKey.revoked_at.is_(None))).scalar_one())


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
