"""All settings are read from the environment through one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.settings import SETTINGS, InvalidSettingError, Settings


def test_defaults_are_read_as_they_are_said() -> None:
    """The documented default of each variable is read as its default."""
    assert Settings.from_env({row.variable: row.default for row in SETTINGS}) == Settings.from_env({}) == Settings()


def test_values_are_typed() -> None:
    """Numbers, truth values, lists and paths are read as such."""
    read = Settings.from_env(
        {"CAVALIER_DATA": "/x", "CAVALIER_SLICE_SECONDS": "1.5", "CAVALIER_REQUIRE_KEYS": "yes"}
        | {"CAVALIER_TRUSTED_HOSTS": "a, b", "CAVALIER_MAX_ATTEMPTS": "9"}
    )

    assert (read.data, read.slice_seconds, read.require_keys) == (Path("/x"), 1.5, True)
    assert (read.trusted_hosts, read.max_attempts) == (("a", "b"), 9)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CAVALIER_MAX_ATTEMPTS", "many"),
        ("CAVALIER_MAX_ATTEMPTS", "-1"),
        ("CAVALIER_SLICE_SECONDS", "nan"),
        ("CAVALIER_LEASE_SECONDS", "inf"),
        ("CAVALIER_REQUIRE_KEYS", "maybe"),
        ("CAVALIER_SWEEP_MEMORY", "255"),
        ("CAVALIER_LOG_LEVEL", "loud"),
        ("CAVALIER_LOG_FORMAT", "xml"),
        ("CAVALIER_CORS_ORIGINS", "https://a.example,anywhere"),
    ],
)
def test_what_cannot_be_read_is_named(variable: str, value: str) -> None:
    """The error names the variable and the value."""
    with pytest.raises(InvalidSettingError, match=f"{variable}='{value}'"):
        Settings.from_env({variable: value})


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CAVALIER_BROKER_URL", "redis://h:bad/0"),
        ("CAVALIER_BROKER_URL", "foo://secret@h"),
        ("CAVALIER_BROKER_URL", "localhost"),
        ("CAVALIER_DATABASE_URL", "nonsense"),
        ("CAVALIER_DATABASE_URL", "postgresql://me:secret@h:bad/db"),
        ("CAVALIER_DATABASE_URL", "mysql://me:secret@h/db"),
        ("CAVALIER_REPLICA_URL", "postgresql://h:bad/db"),
        ("CAVALIER_SPILL_FOLDER", "ftp://me:secret@h/spill"),
    ],
)
def test_addresses_that_cannot_be_read_are_named(variable: str, value: str) -> None:
    """The error names the variable, and repeats no secret of the address."""
    with pytest.raises(InvalidSettingError, match=f"^{variable} is ") as error:
        Settings.from_env({variable: value})
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CAVALIER_BROKER_URL", "redis://:pass@h:6379/1"),
        ("CAVALIER_BROKER_URL", "redis+socket:///run/redis.sock"),
        ("CAVALIER_BROKER_URL", "memory://localhost"),
        ("CAVALIER_DATABASE_URL", "postgresql+psycopg://me:p%40ss@h:5432/db"),
        ("CAVALIER_DATABASE_URL", "postgresql:///db?host=/run/postgresql"),
        ("CAVALIER_DATABASE_URL", "sqlite:////tmp/x.sqlite"),
        ("CAVALIER_SPILL_FOLDER", "s3://bucket/folder"),
    ],
)
def test_addresses_of_every_form_are_read(variable: str, value: str) -> None:
    """Addresses with passwords, ports and sockets are read."""
    assert getattr(Settings.from_env({variable: value}), variable.removeprefix("CAVALIER_").lower()) == value


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("CAVALIER_BROKER", "CAVALIER_BROKER_URL"),
        ("CAVALIER_DATABASE_ULR", "CAVALIER_DATABASE_URL"),
        ("CAVALIER_DATABSE_URL_FILE", "CAVALIER_DATABASE_URL_FILE"),
        ("CAVALIER_require_keys", "CAVALIER_REQUIRE_KEYS"),
    ],
)
def test_a_name_that_no_setting_has_is_refused(variable: str, meant: str) -> None:
    """The error names the unknown variable and the one it resembles."""
    with pytest.raises(InvalidSettingError, match=f"^{variable} is not a setting; did you mean {meant}[?]$"):
        Settings.from_env({variable: "1"})


def test_a_name_that_resembles_none_is_refused() -> None:
    """A name that resembles no setting is refused without a guess, also beside valid settings."""
    with pytest.raises(InvalidSettingError, match=r"^CAVALIER_XYZZY is not a setting$"):
        Settings.from_env({"CAVALIER_EXPORTS": "1", "CAVALIER_XYZZY": ""})


def test_names_that_others_read_are_not_settings() -> None:
    """Variables of the command, the client, the tests and other programs are ignored."""
    read = ("URL", "TOKEN", "LANGUAGE", "CACHE", "COMMIT", "REQUIRE_SERVICES", "TEST_REDIS")
    given = {f"CAVALIER_{name}": "x" for name in read} | {"CAVALIERS": "x", "PATH": "x"}
    assert Settings.from_env(given) == Settings()


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    """A variable with _FILE names the file of a secret; a missing file, or setting both variables, is an error."""
    (tmp_path / "secret").write_text("postgresql://x:y@z/w\n")
    named = {"CAVALIER_DATABASE_URL_FILE": str(tmp_path / "secret")}
    assert Settings.from_env(named).database_url == "postgresql://x:y@z/w"
    with pytest.raises(InvalidSettingError, match="CAVALIER_DATABASE_URL_FILE"):
        Settings.from_env({"CAVALIER_DATABASE_URL_FILE": str(tmp_path / "none")})
    with pytest.raises(InvalidSettingError, match="both"):
        Settings.from_env({"CAVALIER_DATABASE_URL": "sqlite://", **named})


@pytest.mark.parametrize("secret", ["", "whsec_short", "nonsense"])
def test_a_secret_for_webhooks_is_asked_for(secret: str) -> None:
    """The error says how to make a secret, and if none is set, what it is for."""
    given = {"CAVALIER_WEBHOOK_URLS": "https://hooks.example/", "CAVALIER_WEBHOOK_SECRET": secret}
    with pytest.raises(InvalidSettingError) as refused:
        Settings.from_env(given)
    assert "this makes one: echo whsec_$(openssl rand -base64 32)" in str(refused.value)
    assert secret or "messages to CAVALIER_WEBHOOK_URLS are signed with it" in str(refused.value)
