"""Notifications through a broker that may be unreachable."""

from __future__ import annotations

import pytest

from store.settings import Settings
from workers.broker.celery_app import celery_app
from workers.broker.celery_notifier import BrokerNotifier


def test_a_broker_that_is_gone_fails_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost broker is logged and then left alone for a while, so that no commit waits for it."""
    app = celery_app(Settings(broker_url="redis://127.0.0.1:1/0"))  # nothing listens there
    notifier = BrokerNotifier(app)
    assert not notifier.notify()
    monkeypatch.setattr(app, "send_task", lambda *_, **__: pytest.fail("it was asked again"))
    assert not notifier.notify()
    assert not notifier.reachable()


@pytest.mark.service
def test_a_broker_that_answers(redis_url: str) -> None:
    """A reachable broker accepts every notification."""
    notifier = BrokerNotifier(celery_app(Settings(broker_url=redis_url)))
    assert notifier.reachable()
    assert notifier.notify(2)
