"""Why a question in SQL is not answered."""

from __future__ import annotations


class RefusedError(ValueError):
    """A question that may not be asked, or makes no sense; the message says why, and nothing about the database."""


class TooMuchError(RuntimeError):
    """A question that takes more time, memory or room than one may; the message says which."""


class QueriesOffError(RuntimeError):
    """No question is answered here; the message says why, and what to do about it."""


class NobodyWaitsError(RuntimeError):
    """Who asked has gone."""
