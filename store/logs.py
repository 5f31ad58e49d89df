"""Logging: structlog everywhere, readable on a console, JSON lines in production."""

from __future__ import annotations

import logging
import sys

import structlog

from store.settings import Settings

LOUD = ("kombu.connection", "waitress.queue")
"""Loggers whose warnings are harmless: an in-process broker has no host; a request waits for a thread."""


def configure_logs(settings: Settings) -> None:
    """Log to stderr in the format and from the level of the settings."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    if settings.log_format == "json":
        renderer = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.basicConfig(level=max(level, logging.WARNING), stream=sys.stderr, format="%(name)s: %(message)s")
