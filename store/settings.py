"""Settings, each with its default and meaning, read from the environment once."""

from __future__ import annotations

import base64
import binascii
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_type_hints
from urllib.parse import urlsplit

from language.translate import gettext_noop

if TYPE_CHECKING:
    from upath import UPath

WEBHOOK_PREFIX = "whsec_"
RECIPE = gettext_noop("this makes one: echo whsec_$(openssl rand -base64 32)")
MIN_SECRET_BYTES, MAX_SECRET_BYTES = 24, 64


def read_secret(text: str) -> bytes:
    """Return the key of a secret: whsec_ and 24 to 64 bytes in Base64; ValueError if malformed."""
    try:
        secret = base64.b64decode(text.removeprefix(WEBHOOK_PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError(f"a secret is written in Base64; {RECIPE}") from error
    if not text.startswith(WEBHOOK_PREFIX) or not MIN_SECRET_BYTES <= len(secret) <= MAX_SECRET_BYTES:
        raise ValueError(
            f"a secret is {WEBHOOK_PREFIX} and {MIN_SECRET_BYTES} to {MAX_SECRET_BYTES} random bytes in Base64; "
            f"{RECIPE}"
        )
    return secret


@dataclass(frozen=True)
class Timeouts:
    """Timeouts in seconds; the settings of the same names explain them.

    Twice lock_seconds (PostgreSQL waits for a row in two steps) should be less than idle_seconds. Else a client that
    vanished while waiting gets the lock of the client that vanished before it, and the next one waits for both.
    """

    lock_seconds: float = 4.0
    statement_seconds: float = 120.0
    idle_seconds: float = 10.0
    network_seconds: float = 10.0


@dataclass(frozen=True)
class Pool:
    """Connections that a process keeps, for reading and for writing each, and how many more it opens when busy."""

    size: int = 10
    overflow: int = 20


PREFIX = "CAVALIER_"
FROM_FILE = "_FILE"
OTHER = re.compile(f"{PREFIX}(CACHE|COMMIT|LANGUAGE|REQUIRE_SERVICES|TEST_.*|TOKEN|URL)")
"""Variables read by the command, the client and the tests; not settings."""

MIN_SWEEP_MEMORY = 256
"""MiB that a sweep may take before and while it uses files, which it starts at the same width on every worker."""

BROKERS = {"memory", "redis", "rediss", "sentinel"}
DATABASES = {"postgresql", "sqlite"}

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


class InvalidSettingError(ValueError):
    """A setting is invalid; the message names it."""


@dataclass(frozen=True)
class Setting:
    """A field of `Settings`: its name, default and meaning."""

    name: str
    value: object
    help: str
    pattern: str = ""  # regular expression for the text, or for each part of a list

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.name.upper()

    @property
    def default(self) -> str:
        """The default, as it would be written in the variable."""
        if isinstance(self.value, tuple):
            return ",".join(self.value)
        if isinstance(self.value, bool):
            return str(self.value).lower()
        return f"{self.value:g}" if isinstance(self.value, float) else str(self.value)


@dataclass(frozen=True)
class Settings:
    """All settings; each has the type of its default."""

    data: Annotated[Path, "folder of the embedded database, spilled tables and the lock"] = Path("data")
    database_url: Annotated[str, "SQLAlchemy URL; empty: SQLite in the data folder"] = ""
    broker_url: Annotated[str, "Celery broker; memory://localhost serves one embedded process, redis://host/0 many"] = (
        "memory://localhost"
    )
    slice_seconds: Annotated[float, "how long a worker computes between two commits"] = 3.0
    lease_seconds: Annotated[float, "after so long without a sign of life a shard is given to another worker"] = 30.0
    control_seconds: Annotated[float, "how often a worker looks whether its jobs were paused or cancelled"] = 0.5
    sweep_seconds: Annotated[float, "how often some worker returns expired leases and notifies workers of due work"] = (
        2.0
    )
    max_attempts: Annotated[
        int, "a shard that failed so often in a row is quarantined, a job whose step did fails; kills do not count"
    ] = 5
    confirm_share: Annotated[float, "share of slices, 0 to 1, drawn at random, that another worker runs again"] = 0.01
    confirm_shards: Annotated[int, "a job of more shards is refused unless it says confirm_cost"] = 20_000
    plan_seconds: Annotated[float, "a plan, or putting a result together, that takes longer fails its job"] = 300.0
    plan_megabytes: Annotated[int, "a plan that needs more memory fails its job"] = 2048
    spill_folder: Annotated[
        str, "folder or s3://bucket/folder that all workers share, for wide sweeps; empty: beside the SQLite database"
    ] = ""
    step_seconds: Annotated[float, "a step (of some 50 ms) that runs so long is given up, its shard put aside"] = 300.0
    memory_mib: Annotated[int, "memory a process that computes may take; 0: four fifths of the machine's"] = 0
    lock_seconds: Annotated[float, "PostgreSQL: a statement that waits so long for a lock fails and is tried again"] = (
        4.0
    )
    statement_seconds: Annotated[
        float, "PostgreSQL: a statement that runs so long is ended; migrations have more time"
    ] = 120.0
    pool_size: Annotated[int, "PostgreSQL: connections that a process keeps, for reading and for writing each"] = 10
    pool_overflow: Annotated[int, "PostgreSQL: as many more are opened while all of these are busy"] = 20
    replica_url: Annotated[
        str, "PostgreSQL: URL of a read replica, which lists, exports and pages of boards and tours are read from"
    ] = ""
    idle_seconds: Annotated[
        float, "PostgreSQL: a writing transaction idle for longer is ended, and its locks are freed"
    ] = 10.0
    network_seconds: Annotated[float, "PostgreSQL: a machine that is silent for so long is taken to be gone"] = 10.0
    sweep_memory: Annotated[
        int, "MiB that a frontier sweep may hold in each worker thread, at least 256; wider ones go through files"
    ] = 2048
    max_body_bytes: Annotated[int, "larger request bodies are refused with 413"] = 1_048_576
    requests_per_second: Annotated[
        float,
        "requests of one key, or of one address without a key, counted over 10 s; more are refused with 429; 0: any",
    ] = 0.0
    requests_per_second_all: Annotated[float, "requests of all together, likewise"] = 0.0
    queued_jobs: Annotated[int, "jobs of one key that have not ended; more are refused with 429; 0: any"] = 0
    queued_jobs_all: Annotated[int, "jobs of all together that have not ended, likewise"] = 0
    running_shards: Annotated[int, "shards of one key that are worked on at a time, others have their turn; 0: any"] = 0
    stored_tours: Annotated[int, "tours that jobs of one key may have stored; then they are paused; 0: any"] = 0
    stored_tours_all: Annotated[int, "tours that may be stored in all, likewise"] = 0
    keep_free: Annotated[int, "MiB of the embedded database's disk that stay free: jobs are paused before; 0: none"] = (
        256
    )
    database_mib: Annotated[int, "MiB that the database may take, whichever it is; then jobs are paused; 0: any"] = 0
    keep_failed_days: Annotated[float, "days after which failed and cancelled jobs are deleted; 0: never"] = 0.0
    keep_statistics_days: Annotated[
        float,
        "days after which checkpoints and statistics of succeeded jobs' shards are dropped; 0: never",
    ] = 0.0
    search_columns: Annotated[
        bool,
        "whether tours of boards with many are kept a second time, by square, so that searches by content are fast",
    ] = True
    atlas_tours: Annotated[
        bool, "whether `serve` and `db upgrade` bring the tours of the atlas into a database, once for each version"
    ] = True
    webhook_urls: Annotated[
        tuple[str, ...],
        "comma-separated prefixes of allowed webhook URLs, such as https://hooks.example/; empty: none",
        r"https?://[^\s?#@]+",
    ] = ()
    webhook_secret: Annotated[
        str, "signs these messages: whsec_ and 24 to 64 random bytes in Base64; the same for the API and all workers"
    ] = field(default="", repr=False)
    webhook_private: Annotated[
        bool, "whether names in webhook_urls may mean machines of this network; numbers and localhost always may"
    ] = False
    webhook_seconds: Annotated[float, "a receiver that has not answered by then is tried again later"] = 10.0
    webhook_attempts: Annotated[int, "failed attempts after which a message is given up, some 3 hours later"] = 12
    exports: Annotated[int, "exports that a server process makes at a time, beyond which it answers 503"] = 3
    queries: Annotated[
        int,
        "questions in SQL that a server process answers at a time, beyond which it answers 503; 0: none is answered",
    ] = 2
    query_seconds: Annotated[float, "a question in SQL that takes so long is ended"] = 10.0
    require_keys: Annotated[bool, "whether every request needs an API key"] = False
    open_metrics: Annotated[bool, "whether /metrics is read without a key where others need one"] = False
    proxies: Annotated[
        int, "reverse proxies in front, one behind another, whose X-Forwarded-For and -Proto are believed"
    ] = 0
    public_url: Annotated[
        str,
        "address that citations name, where readers reach the service; empty: that of the request",
        r"(https?://[^\s?#]+)?",
    ] = ""
    trusted_hosts: Annotated[tuple[str, ...], "comma-separated host names the API answers to; empty: any"] = ()
    cors_origins: Annotated[
        tuple[str, ...],
        "comma-separated origins, such as https://notebooks.example, whose pages may read the API; empty: none",
        r"https?://[^/\s*?#@]+",
    ] = ()
    log_format: Annotated[str, "console or json", "console|json"] = "console"
    traces: Annotated[
        str, "OpenTelemetry: where traces of jobs and requests go: none, console or otlp", "none|console|otlp"
    ] = "none"
    log_level: Annotated[str, "debug, info, warning or error", "(?i:debug|info|warning|error)"] = "info"

    @classmethod
    def from_env(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read every CAVALIER_ variable, or the file named by the variable of that name with _FILE appended.

        Raises InvalidSettingError for invalid or unknown settings.
        """
        source = os.environ if environment is None else environment
        _check_names(source)
        texts = {row: text for row in SETTINGS if (text := _read_setting(row, source)) is not None}
        read = cls(**{row.name: _read(row, text) for row, text in texts.items()})  # type: ignore[arg-type]  # of the default's type
        _check_database_url("CAVALIER_DATABASE_URL", read.database_url)
        _check_database_url("CAVALIER_REPLICA_URL", read.replica_url)
        _check_broker_url(read.broker_url)
        if "://" in read.spill_folder and not read.spill_folder.startswith("s3://"):
            raise InvalidSettingError("CAVALIER_SPILL_FOLDER is neither a folder nor s3://bucket/folder")
        if read.sweep_memory < MIN_SWEEP_MEMORY:
            raise InvalidSettingError(
                f"CAVALIER_SWEEP_MEMORY='{read.sweep_memory}' is too small: "
                f"a sweep needs {MIN_SWEEP_MEMORY} MiB until it goes through files"
            )
        if read.webhook_urls and not read.webhook_secret:
            raise InvalidSettingError(
                f"CAVALIER_WEBHOOK_SECRET is not set: messages to CAVALIER_WEBHOOK_URLS are signed with it; {RECIPE}"
            )
        if read.webhook_urls:
            try:
                read_secret(read.webhook_secret)
            except ValueError as error:
                raise InvalidSettingError(f"CAVALIER_WEBHOOK_SECRET: {error}") from error
        return read

    @property
    def url(self) -> str:
        """The database URL."""
        return self.database_url or f"sqlite:///{(self.data / 'cavalier.sqlite').absolute()}"

    @property
    def patience(self) -> Timeouts:
        """The timeouts of PostgreSQL connections, at both ends."""
        return Timeouts(self.lock_seconds, self.statement_seconds, self.idle_seconds, self.network_seconds)

    @property
    def pool(self) -> Pool:
        """Sizes of the PostgreSQL connection pools."""
        return Pool(self.pool_size, self.pool_overflow)

    @property
    def spill(self) -> Path | UPath | None:
        """The folder or object store of large tables; None if they stay in the database."""
        if "://" in self.spill_folder:
            from upath import UPath  # noqa: PLC0415  most installations have no object store, nor its library

            return UPath(self.spill_folder, use_listings_cache=False)
        if self.spill_folder:
            return Path(self.spill_folder)
        return None if self.database_url else self.data / "spill"

    @property
    def is_embedded(self) -> bool:
        """Whether the broker lives in this process."""
        return self.broker_url.startswith("memory:")


SETTINGS = tuple(
    Setting(name, getattr(Settings, name), *hint.__metadata__)
    for name, hint in get_type_hints(Settings, include_extras=True).items()
)


def _check_names(source: Mapping[str, str]) -> None:
    """Refuse unknown variables with our prefix and suggest the most similar setting."""
    names = {row.name.upper() + end for row in SETTINGS for end in ("", FROM_FILE)}
    for variable in sorted(source):
        name = variable.removeprefix(PREFIX)
        if name == variable or name in names or OTHER.fullmatch(variable):
            continue
        if alike := get_close_matches(name.upper(), names, 1):
            meant = PREFIX + alike[0]
            raise InvalidSettingError(f"{variable} is not a setting; did you mean {meant}?")
        raise InvalidSettingError(f"{variable} is not a setting")


def _check_database_url(variable: str, url: str) -> None:
    """Refuse invalid database URLs without repeating them, as they may contain a password."""
    if not url:
        return
    from sqlalchemy import make_url  # noqa: PLC0415  a quarter of a second to load, which an embedded service saves
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415  as above

    try:
        scheme = make_url(url).get_backend_name()
    except (ArgumentError, ValueError) as error:
        raise InvalidSettingError(f"{variable} is not the URL of a database") from error
    if scheme not in DATABASES:
        raise InvalidSettingError(f"{variable} is the URL of a database other than PostgreSQL and SQLite")


def _check_broker_url(url: str) -> None:
    """Refuse invalid broker URLs."""
    try:
        parts = urlsplit(url)
        known = parts.scheme.partition("+")[0] in BROKERS and parts.port != 0
    except ValueError:  # of the port
        known = False
    if not known:
        raise InvalidSettingError("CAVALIER_BROKER_URL is not a URL such as redis://localhost:6379/0")


def _read_setting(row: Setting, source: Mapping[str, str]) -> str | None:
    """Return the text of a setting, if given, from its variable or its file; files suit secrets better."""
    name = row.variable + FROM_FILE
    if name not in source:
        return source.get(row.variable)
    if row.variable in source:
        raise InvalidSettingError(f"{row.variable} and {name} are both set")
    try:
        return Path(source[name]).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSettingError(f"{name}: {source[name]} cannot be read ({type(error).__name__})") from error


NUMBERS: Mapping[type, str] = {int: "whole number from 0 on", float: "number from 0 on"}
"""What the values of numeric settings must be."""


def _read(row: Setting, text: str) -> object:
    """Return the text as a value of the type of the setting's default."""
    kind = type(row.value)
    try:
        if kind is bool:
            return _boolean(text)
        if kind is int:
            return _number(int(text))
        if kind is float:
            return _number(float(text))
        if kind is tuple:
            return tuple(_word(part.strip(), row.pattern) for part in text.split(",") if part.strip())
        return Path(text) if issubclass(kind, Path) else _word(text, row.pattern)
    except ValueError as error:
        kind_name = NUMBERS.get(kind, kind.__name__)
        raise InvalidSettingError(f"{row.variable}={text!r} is not a valid {kind_name}: {row.help}") from error


def _number(value: float) -> float:
    """Return the number; ValueError if it is negative or infinite."""
    if not 0 <= value < math.inf:
        raise ValueError(value)
    return value


def _word(text: str, pattern: str) -> str:
    if pattern and not re.fullmatch(pattern, text):
        raise ValueError(text)
    return text


def _boolean(text: str) -> bool:
    if text.lower() not in TRUE | FALSE:
        raise ValueError(text)
    return text.lower() in TRUE
