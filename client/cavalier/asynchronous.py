"""The same for programs of asyncio: each call runs in a thread, and the loop goes on meanwhile.

The requests are those of `Client`, made once. A wait occupies one of the client's THREADS threads; when a task is
cancelled its thread ends with the request that it is at, within some 20 seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, Self, TypeVar

from cavalier import documents
from cavalier.client import Client, connect
from cavalier.figures import Tour
from cavalier.job import Job
from cavalier.results import Result

THREADS = 64
"""Calls that a client makes at once; further ones wait for their turn."""

END = object()
P = ParamSpec("P")
T = TypeVar("T")


def _awaitable(
    builder: Callable[Concatenate[Client, P], Job],
) -> Callable[Concatenate[AsyncClient, P], Awaitable[AsyncJob]]:
    """Return a builder of `Client` as one that is awaited, with its arguments."""

    async def ask(self: AsyncClient, /, *args: P.args, **more: P.kwargs) -> AsyncJob:
        return AsyncJob(self, await self.run(builder, self.client, *args, **more))

    ask.__doc__ = builder.__doc__
    return ask


class AsyncClient:
    """One service. What has no method here is called as `await service.run(service.client.board, "8x8")`.

    client: whose calls these are.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self._threads = ThreadPoolExecutor(THREADS, "cavalier")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections, and stop a service that was started for this client."""
        await self.run(self.client.close)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, call: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> T:
        """Call anything of the client, of a job or of a campaign, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **more))

    async def each(self, items: Iterable[T]) -> AsyncIterator[T]:
        """Yield what an iterator of the client yields."""
        iterator = iter(items)
        while (item := await self.run(next, iterator, END)) is not END:
            yield item  # type: ignore[misc]  # it is no END

    count = _awaitable(Client.count)
    estimate = _awaitable(Client.estimate)
    construct = _awaitable(Client.construct)
    complete = _awaitable(Client.complete)
    puzzle = _awaitable(Client.puzzle)
    census = _awaitable(Client.census)
    family = _awaitable(Client.family)
    uncrossed = _awaitable(Client.uncrossed)
    distances = _awaitable(Client.distances)
    test_generator = _awaitable(Client.test_generator)
    index = _awaitable(Client.index)
    symmetry = _awaitable(Client.symmetry)
    certificate = _awaitable(Client.certificate)
    submit = _awaitable(Client.submit)

    def job(self, job_id: str) -> AsyncJob:
        """Return a job by its id; nothing is asked yet."""
        return AsyncJob(self, self.client.job(job_id))

    def tours(self, **filters: object) -> AsyncIterator[Tour]:
        """Yield the stored tours that filters choose, as of `Client.tours`."""
        return self.each(self.client.tours(**filters))


class AsyncJob:
    """A job by its id. job: the same with calls that are not awaited."""

    def __init__(self, service: AsyncClient, job: Job) -> None:
        self.id = job.id
        self.job = job
        self._service = service

    async def state(self) -> str:
        """Return where it stands: queued, running, pausing, paused, succeeded, failed or cancelled."""
        return await self._service.run(lambda: self.job.state)

    async def result(self) -> Result:
        """Return what it has found, so far or in the end."""
        return await self._service.run(lambda: self.job.result)

    async def wait(self, *, timeout: float | None = None) -> Result:  # noqa: ASYNC109  passed to the service, as by Job
        """Wait until the job has succeeded and return its result; arguments and errors as of `Job.wait`."""
        return await self._service.run(self.job.wait, timeout=timeout, progress=False)

    def watch(self, *, timeout: float | None = None) -> AsyncIterator[documents.JobDocument]:
        """Yield where the job stands, now and at every change, until it has ended; timeout as of `Job.watch`."""
        return self._service.each(self.job.watch(timeout=timeout))

    async def tours(self) -> AsyncIterator[Tour]:
        """Yield the tours that it has stored."""
        async for tour in self._service.each(await self._service.run(lambda: self.job.tours)):
            yield tour

    async def pause(self) -> Self:
        """Give out no more of it; slices at work are committed first."""
        return await self._change(self.job.pause)

    async def resume(self) -> Self:
        """Go on from its checkpoints."""
        return await self._change(self.job.resume)

    async def cancel(self) -> Self:
        """Stop it for good; what it has found is kept."""
        return await self._change(self.job.cancel)

    async def certify(self) -> AsyncJob:
        """Submit the job that certifies what it has counted, as of `Job.certify`."""
        return AsyncJob(self._service, await self._service.run(self.job.certify))

    async def _change(self, change: Callable[[], Job]) -> Self:
        await self._service.run(change)
        return self

    def __repr__(self) -> str:
        return repr(self.job)


def connect_async(url: str = "http://127.0.0.1:8000", token: str | None = None, *, cache: bool = True) -> AsyncClient:
    """Return a client of the service at an address for programs of asyncio; arguments as of `connect`."""
    return AsyncClient(connect(url, token, cache=cache))
