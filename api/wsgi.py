"""The application for a production server: `gunicorn 'api.wsgi:application()'`."""

from __future__ import annotations

import gc

from flask import Flask

from api.app import create_app
from store.logs import configure_logs
from store.settings import Settings


def application() -> Flask:
    """Make the application from the environment's settings, once in each server process."""
    settings = Settings.from_env()
    configure_logs(settings)
    app = create_app(settings)
    gc.freeze()  # the application lasts as long as the process: no collection, of 0.1 s, goes through it again
    return app
