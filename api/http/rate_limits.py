"""Limits on request rates: counted in Redis for all processes together, or else in each process."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

import structlog
from limits import RateLimitItem, RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

from store.settings import Settings

WINDOW_SECONDS = 10
"""Requests are counted over this period, so that a page and all its parts may be requested at once."""

TRIES = RateLimitItemPerSecond(10, 60, namespace="sign-in")
"""Wrong keys at the sign-in page, from one address."""

AGAIN_SECONDS = 10.0
"""How long each process counts for itself after Redis has failed."""

REDIS_SECONDS = 0.5
log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Left:
    """What is left of a limit: how many of `limit` in the window, which ends in `seconds`."""

    name: str
    limit: int
    window: int
    left: int
    seconds: int

    @property
    def headers(self) -> dict[str, str]:
        """The fields of the IETF's draft of RateLimit fields."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.limit};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.left};t={self.seconds}',
        }


class Rates:
    """Counts requests by caller, and all together. Thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._own = MovingWindowRateLimiter(MemoryStorage())
        shared = _shared_storage(settings.broker_url)
        self._shared = None if shared is None else MovingWindowRateLimiter(shared)
        self._alone_until = 0.0
        self._each = _item("requests", settings.requests_per_second)
        self._all = _item("all", settings.requests_per_second_all)

    def count(self, who: str) -> tuple[bool, Left | None]:
        """Count a request; return whether it may pass, and what is left of the decisive limit (None: no limit)."""
        limits = [(item, key) for item, key in ((self._each, who), (self._all, "")) if item is not None]
        passed = [(self._hit(item, key), item, key) for item, key in limits]
        if not passed:
            return True, None
        refused = [(item, key) for free, item, key in passed if not free]
        item, key = (refused or limits)[0]
        return not refused, self._remaining(item, key)

    def try_key(self, address: str) -> Left | None:
        """Count an attempt to sign in; return the state of the limit if that is exceeded, else None."""
        return None if self._hit(TRIES, address) else self._remaining(TRIES, address)

    def forgive(self, address: str) -> None:
        """Forget the tries of an address that has given a right key."""
        with suppress(StorageError):
            self._limiter().clear(TRIES, address)

    def _limiter(self) -> MovingWindowRateLimiter:
        if self._shared is None or time.monotonic() < self._alone_until:
            return self._own
        return self._shared

    def _hit(self, item: RateLimitItem, key: str) -> bool:
        try:
            return self._limiter().hit(item, key)
        except StorageError as error:
            log.warning("Redis does not answer: requests are counted by each process", error=repr(error.storage_error))
            self._alone_until = time.monotonic() + AGAIN_SECONDS
            return self._own.hit(item, key)

    def _remaining(self, item: RateLimitItem, key: str) -> Left:
        try:
            stats = self._limiter().get_window_stats(item, key)
        except StorageError:
            stats = self._own.get_window_stats(item, key)
        seconds = max(1, round(stats.reset_time - time.time()))
        return Left(item.namespace.lower(), item.amount, item.get_expiry(), stats.remaining, seconds)


def _item(name: str, per_second: float) -> RateLimitItem | None:
    """Return a limit per second, counted over a window; None: no limit."""
    amount = max(1, round(per_second * WINDOW_SECONDS))
    return RateLimitItemPerSecond(amount, WINDOW_SECONDS, namespace=name) if per_second > 0 else None


def _shared_storage(broker: str) -> RedisStorage | None:
    """Return the storage that all processes share, the Redis that carries notifications; None without Redis."""
    if not broker.startswith(("redis://", "rediss://")):
        return None
    return RedisStorage(
        broker, wrap_exceptions=True, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
    )
