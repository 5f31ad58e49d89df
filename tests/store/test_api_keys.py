"""API keys: shown once, checked by digest, revoked for good."""

from __future__ import annotations

import hmac
from types import SimpleNamespace

import pytest

from store.api_keys import any_key, check_key, create_key, list_keys, revoke_key
from store.database.db import Database


def test_a_key_opens_until_it_is_revoked(database: Database) -> None:
    """Only the full, unrevoked key is accepted; changed, unknown and revoked keys are not."""
    with database.writing() as session:
        key = create_key(session, "ada", "submit")

    with database.writing() as session:
        row = check_key(session, key)
        assert row is not None
        assert (row.name, row.scope) == ("ada", "submit")
        assert check_key(session, key[:-1] + ("0" if key[-1] != "0" else "1")) is None
        assert check_key(session, "cavalier_ffffffff_00") is None
        assert check_key(session, "nonsense") is None
        assert revoke_key(session, row.id)
        session.flush()
        assert check_key(session, key) is None
        assert not any_key(session)


def test_the_secret_is_not_stored(database: Database) -> None:
    """The table does not contain the secret of a key."""
    with database.writing() as session:
        key = create_key(session, "ada", "read")
        row = list_keys(session)[0]

    assert key.rpartition("_")[2] not in {row.id, row.name, row.secret_sha256}


def test_an_expired_key_is_refused(database: Database) -> None:
    """A key past its expiry is refused."""
    with database.writing() as session:
        assert check_key(session, create_key(session, "ada", "read", lifetime_seconds=-1.0)) is None


def test_secrets_are_compared_in_constant_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests of equal length are compared by the constant-time function, for right and wrong secrets."""
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    monkeypatch.setattr("store.api_keys.hmac", SimpleNamespace(compare_digest=compare))
    with database.writing() as session:
        key = create_key(session, "ada", "read")
        assert check_key(session, key) is not None
        assert check_key(session, key[:-5]) is None
    assert [(len(one), len(other)) for one, other in compared] == [(64, 64)] * 2
