"""Settings: one table of (name, default, help), read from the environment once."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

from store.database.postgresql import Patience, Pool
from store.webhooks.signature import read_secret

if TYPE_CHECKING:
    from upath import UPath

PREFIX = "CAVALIER_"
FROM_FILE = "_FILE"
TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


class InvalidSettingError(ValueError):
    """A setting whose value cannot be read; the message names it."""


@dataclass(frozen=True)
class Setting:
    """One row of the table: the field's name in `Settings`, its default and what it does."""

    name: str
    default: str
    help: str
    pattern: str = ""  # what the text, or each part of a list, must be like

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return PREFIX + self.name.upper()


SETTINGS = (
    Setting("data", "data", "folder of the embedded database, spilled tables and the lock"),
    Setting("database_url", "", "SQLAlchemy URL; empty: SQLite in the data folder"),
    Setting(
        "broker_url",
        "memory://localhost",
        "Celery broker; memory://localhost serves one embedded process, redis://host/0 many",
    ),
    Setting("slice_seconds", "3", "how long a worker computes between two commits"),
    Setting("lease_seconds", "30", "after so long without a sign of life a shard is given to another worker"),
    Setting("control_seconds", "0.5", "how often a worker looks whether its jobs were paused or cancelled"),
    Setting("sweep_seconds", "2", "how often some worker returns expired leases and notifies workers of due work"),
    Setting(
        "max_attempts",
        "5",
        "a shard that failed by itself so often in a row is quarantined; a worker that is killed does not count",
    ),
    Setting("confirm_share", "0.01", "share of slices, 0 to 1, drawn by lot, that another worker runs again"),
    Setting("confirm_shards", "20000", "a job of more shards is refused unless it says confirm_cost"),
    Setting("plan_seconds", "300", "a plan, or putting a result together, that takes longer fails its job"),
    Setting("plan_megabytes", "2048", "a plan that needs more memory fails its job"),
    Setting(
        "spill_folder",
        "",
        "folder or s3://bucket/folder that all workers share, for wide sweeps; empty: beside the SQLite database",
    ),
    Setting("step_seconds", "300", "a step (of some 50 ms) that runs so long is given up, its shard put aside"),
    Setting("memory_mib", "0", "memory a process that computes may take; 0: four fifths of the machine's"),
    Setting("lock_seconds", "4", "PostgreSQL: a statement that waits so long for a lock fails and is tried again"),
    Setting(
        "statement_seconds", "120", "PostgreSQL: a statement that runs so long is ended; migrations have more time"
    ),
    Setting("pool_size", "10", "PostgreSQL: connections that a process keeps, for reading and for writing each"),
    Setting("pool_overflow", "20", "PostgreSQL: as many more are opened while all of these are busy"),
    Setting(
        "replica_url",
        "",
        "PostgreSQL: URL of a read replica, which lists, exports and pages of boards and tours are read from",
    ),
    Setting("idle_seconds", "10", "PostgreSQL: a writing transaction that rests so long is ended, its locks are freed"),
    Setting("network_seconds", "10", "PostgreSQL: a machine that is silent for so long is taken to be gone"),
    Setting(
        "sweep_memory", "2048", "MiB that a frontier sweep may hold in each worker thread; wider ones go through files"
    ),
    Setting("max_body_bytes", "1048576", "larger request bodies are refused with 413"),
    Setting(
        "requests_per_second",
        "0",
        "requests of one key, or of one address without a key, counted over 10 s; more are refused with 429; 0: any",
    ),
    Setting("requests_per_second_all", "0", "requests of all together, likewise"),
    Setting("queued_jobs", "0", "jobs of one key that have not ended; more are refused with 429; 0: any"),
    Setting("queued_jobs_all", "0", "jobs of all together that have not ended, likewise"),
    Setting("running_shards", "0", "shards of one key that are worked on at a time, others have their turn; 0: any"),
    Setting("stored_tours", "0", "tours that jobs of one key may have stored; then they are paused; 0: any"),
    Setting("stored_tours_all", "0", "tours that may be stored in all, likewise"),
    Setting("keep_free", "256", "MiB of the embedded database's disk that stay free: jobs are paused before; 0: none"),
    Setting("database_mib", "0", "MiB that the database may take, whichever it is; then jobs are paused; 0: any"),
    Setting("keep_failed_days", "0", "failed and cancelled jobs are deleted after so many days; 0: never"),
    Setting(
        "keep_statistics_days",
        "0",
        "checkpoints and statistics of shards of jobs that have succeeded are dropped after so many days; 0: never",
    ),
    Setting(
        "search_columns",
        "true",
        "whether tours of boards with many are kept a second time, by square, so that searches by content are fast",
    ),
    Setting(
        "webhook_urls",
        "",
        "comma-separated beginnings of addresses that may be told of jobs, such as https://hooks.example/; empty: none",
        r"https?://[^\s?#@]+",
    ),
    Setting(
        "webhook_secret",
        "",
        "signs these messages: whsec_ and 24 to 64 random bytes in Base64; the same for the API and all workers",
    ),
    Setting(
        "webhook_private",
        "false",
        "whether names in webhook_urls may mean machines of this network; numbers and localhost always may",
    ),
    Setting("webhook_seconds", "10", "a receiver that has not answered by then is tried again later"),
    Setting("webhook_attempts", "12", "a message that was sent in vain so often is given up: 3 hours by then"),
    Setting("exports", "3", "exports that a server process makes at a time, beyond which it answers 503"),
    Setting(
        "queries",
        "2",
        "questions in SQL that a server process answers at a time, beyond which it answers 503; 0: none is answered",
    ),
    Setting("query_seconds", "10", "a question in SQL that takes so long is ended"),
    Setting("require_keys", "false", "whether every request needs an API key"),
    Setting(
        "proxies", "0", "reverse proxies in front, one behind another, whose X-Forwarded-For and -Proto are believed"
    ),
    Setting("trusted_hosts", "", "comma-separated host names the API answers to; empty: any"),
    Setting(
        "cors_origins",
        "",
        "comma-separated origins, such as https://notebooks.example, whose pages may read the API; empty: none",
        r"https?://[^/\s*?#@]+",
    ),
    Setting("log_format", "console", "console or json", "console|json"),
    Setting("log_level", "info", "debug, info, warning or error", "(?i:debug|info|warning|error)"),
)


@dataclass(frozen=True)
class Settings:
    """All settings, typed. `SETTINGS` says what each means."""

    data: Path = Path("data")
    database_url: str = ""
    broker_url: str = "memory://localhost"
    slice_seconds: float = 3.0
    lease_seconds: float = 30.0
    control_seconds: float = 0.5
    sweep_seconds: float = 2.0
    max_attempts: int = 5
    confirm_share: float = 0.01
    confirm_shards: int = 20_000
    plan_seconds: float = 300.0
    plan_megabytes: int = 2048
    spill_folder: str = ""
    step_seconds: float = 300.0
    memory_mib: int = 0
    lock_seconds: float = 4.0
    statement_seconds: float = 120.0
    pool_size: int = 10
    pool_overflow: int = 20
    replica_url: str = ""
    idle_seconds: float = 10.0
    network_seconds: float = 10.0
    sweep_memory: int = 2048
    max_body_bytes: int = 1_048_576
    requests_per_second: float = 0.0
    requests_per_second_all: float = 0.0
    queued_jobs: int = 0
    queued_jobs_all: int = 0
    running_shards: int = 0
    stored_tours: int = 0
    stored_tours_all: int = 0
    keep_free: int = 256
    database_mib: int = 0
    keep_failed_days: float = 0.0
    keep_statistics_days: float = 0.0
    search_columns: bool = True
    webhook_urls: tuple[str, ...] = ()
    webhook_secret: str = field(default="", repr=False)
    webhook_private: bool = False
    webhook_seconds: float = 10.0
    webhook_attempts: int = 12
    exports: int = 3
    queries: int = 2
    query_seconds: float = 10.0
    require_keys: bool = False
    proxies: int = 0
    trusted_hosts: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    log_format: str = "console"
    log_level: str = "info"

    @classmethod
    def from_env(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read every CAVALIER_ variable, or the file that one with _FILE after its name names.

        InvalidSettingError names one that cannot be read.
        """
        source = os.environ if environment is None else environment
        types = {field.name: type(field.default) for field in fields(cls)}
        values = {row.name: _read(row, _given(row, source), types[row.name]) for row in SETTINGS}
        read = cls(**values)  # type: ignore[arg-type]  # _read converts to the type of the field's default
        if read.webhook_urls:
            try:
                read_secret(read.webhook_secret)
            except ValueError as error:
                raise InvalidSettingError(f"CAVALIER_WEBHOOK_SECRET: {error}") from error
        return read

    @property
    def url(self) -> str:
        """The database to use."""
        return self.database_url or f"sqlite:///{(self.data / 'cavalier.sqlite').absolute()}"

    @property
    def patience(self) -> Patience:
        """How long a PostgreSQL database may keep us waiting, and we it."""
        return Patience(self.lock_seconds, self.statement_seconds, self.idle_seconds, self.network_seconds)

    @property
    def pool(self) -> Pool:
        """How many connections a process has to a PostgreSQL database."""
        return Pool(self.pool_size, self.pool_overflow)

    @property
    def spill(self) -> Path | UPath | None:
        """The folder of large tables, in an object store perhaps; None where they stay in the database."""
        if "://" in self.spill_folder:
            from upath import UPath  # noqa: PLC0415  most installations have no object store, nor what reads one

            return UPath(self.spill_folder, use_listings_cache=False)
        if self.spill_folder:
            return Path(self.spill_folder)
        return None if self.database_url else self.data / "spill"

    @property
    def embedded(self) -> bool:
        """Whether the broker lives in this process."""
        return self.broker_url.startswith("memory:")


def _given(row: Setting, source: Mapping[str, str]) -> str:
    """Return the text of a setting; secrets are better kept in files than in the environment of a process."""
    name = row.variable + FROM_FILE
    if name not in source:
        return source.get(row.variable, row.default)
    if row.variable in source:
        raise InvalidSettingError(f"{row.variable} and {name} are both set")
    try:
        return Path(source[name]).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSettingError(f"{name}: {source[name]} cannot be read ({type(error).__name__})") from error


def _read(row: Setting, text: str, kind: type[object]) -> object:
    """Return the text as a value of the kind, which is that of the field's default."""
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
        raise InvalidSettingError(f"{row.variable}={text!r} is not a valid {kind.__name__}: {row.help}") from error


def _number(value: float) -> float:
    """Return a number as it is; ValueError below zero and without end, which no setting means anything by."""
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
