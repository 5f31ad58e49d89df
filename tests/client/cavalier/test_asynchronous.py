"""The client for asyncio, with the synchronous client's calls without blocking the loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest

import cavalier
from cavalier.client import Client
from cavalier.transport import Transport
from tests.processes import EmbeddedService

SECONDS = 240.0


def test_jobs_of_a_service(service: EmbeddedService) -> None:
    """Jobs can be submitted, watched to their ends concurrently, and their tours read."""

    async def ask() -> None:
        async with cavalier.connect_async(service.url, cache=False) as client:
            built = await client.construct("6x6", tours="closed")
            counted = await client.count("5x5", method="backtrack")
            states = [status.state async for status in client.job(counted.id).watch(timeout=SECONDS)]
            assert states[-1] == "succeeded" == await counted.state()
            results = await asyncio.gather(counted.wait(timeout=SECONDS), built.wait(timeout=SECONDS))
            assert results[0].count("tours") == 1728
            assert (await counted.result()).answer == results[0].answer
            assert [tour.closed async for tour in built.tours()] == [True]
            assert len([tour async for tour in client.tours(job=built.id)]) == 1
            assert (await client.run(client.client.board, "5x5")).size == 25
            with pytest.raises(cavalier.ConflictError):
                await counted.cancel()
            with pytest.raises(cavalier.NotFoundError):
                await client.job(16 * "0").wait()

    asyncio.run(ask())


@pytest.fixture
def held() -> Iterator[tuple[Client, threading.Event]]:
    """A client of a service that delays its answers until the event is set."""
    let_go = threading.Event()

    def answer(_request: httpx2.Request) -> httpx2.Response:
        let_go.wait(SECONDS)
        return httpx2.Response(200, json={"tours": 7})

    yield Client(Transport("http://x.invalid", transport=httpx2.MockTransport(answer)), cache=None), let_go
    let_go.set()


def test_the_loop_goes_on(held: tuple[Client, threading.Event]) -> None:
    """The loop continues while a call waits; a cancelled call is left at once."""
    client, let_go = held

    async def ask() -> int:
        async with cavalier.AsyncClient(client) as service:
            left = asyncio.create_task(service.run(client.tours().count))
            asked = asyncio.create_task(service.run(client.tours().count))
            for _ in range(10):
                await asyncio.sleep(0)
            begun = time.monotonic()
            left.cancel()
            with pytest.raises(asyncio.CancelledError):
                await left
            assert not asked.done()
            assert time.monotonic() - begun < SECONDS / 2
            let_go.set()
            return await asked

    assert asyncio.run(ask()) == 7


def test_builders_keep_their_arguments() -> None:
    """Builders keep their docstrings, and a wrong call is refused where it is made."""
    service = cavalier.connect_async("http://x.invalid")
    assert service.count.__doc__ == Client.count.__doc__
    builders = [
        name for name, made in vars(Client).items() if getattr(made, "__annotations__", {}).get("return") == "Job"
    ]
    assert len(builders) > 9
    assert [name for name in builders if not hasattr(service, name)] == []

    async def ask() -> None:
        with pytest.raises(TypeError):
            await service.distances("8x8")  # type: ignore[call-arg]  # what is tested

    asyncio.run(ask())
