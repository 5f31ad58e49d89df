"""Errors of reader queries."""

from __future__ import annotations


class RefusedError(ValueError):
    """The query is not allowed or invalid. The message says why and reveals nothing of the database."""


class TooMuchError(RuntimeError):
    """The query exceeds its limit of time, memory or space; the message says which."""


class QueriesOffError(RuntimeError):
    """Queries are switched off; the message says why and what to do."""


class NobodyWaitsError(RuntimeError):
    """The client has disconnected."""
