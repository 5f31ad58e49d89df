"""The client for asyncio programs: each call runs in a thread while the event loop continues.

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
"""Calls that a client makes at once; further calls wait for their turn."""

END = object()
P = ParamSpec("P")
T = TypeVar("T")


def _awaitable(
    builder: Callable[Concatenate[Client, P], Job],
) -> Callable[Concatenate[AsyncClient, P], Awaitable[AsyncJob]]:
    """Return a builder of `Client` as a coroutine method with the same arguments."""

    async def ask(self: AsyncClient, /, *args: P.args, **more: P.kwargs) -> AsyncJob:
        return AsyncJob(self, await self.run(builder, self.client, *args, **more))

    ask.__doc__ = builder.__doc__
    return ask


class AsyncClient:
    """One service. Call other methods of `Client` by `run`: `await service.run(service.client.board, "8x8")`.

    client: the client that makes the calls.
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
        """Call a function, such as a method of the client, a job or a campaign, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **more))

    async def each(self, items: Iterable[T]) -> AsyncIterator[T]:
        """Yield the items of an iterator of the client."""
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
        """Return a job by its id; no request is made yet."""
        return AsyncJob(self, self.client.job(job_id))

    def tours(self, **filters: object) -> AsyncIterator[Tour]:
        """Yield the stored tours that match filters, which are those of `Client.tours`."""
        return self.each(self.client.tours(**filters))


class AsyncJob:
    """A job by its id. job: the same job with blocking calls."""

    def __init__(self, service: AsyncClient, job: Job) -> None:
        self.id = job.id
        self.job = job
        self._service = service

    async def state(self) -> str:
        """Return the job's state: queued, running, pausing, paused, succeeded, failed or cancelled."""
        return await self._service.run(lambda: self.job.state)

    async def result(self) -> Result:
        """Return the job's result, of an unfinished job the result so far."""
        return await self._service.run(lambda: self.job.result)

    async def wait(self, *, timeout: float | None = None) -> Result:  # noqa: ASYNC109  passed to the service, as by Job
        """Wait until the job has succeeded and return its result; arguments and errors as in `Job.wait`."""
        return await self._service.run(self.job.wait, timeout=timeout, progress=False)

    def watch(self, *, timeout: float | None = None) -> AsyncIterator[documents.JobDocument]:
        """Yield the job's status, now and at every change, until it has ended; timeout as in `Job.watch`."""
        return self._service.each(self.job.watch(timeout=timeout))

    async def tours(self) -> AsyncIterator[Tour]:
        """Yield the tours that the job has stored."""
        async for tour in self._service.each(await self._service.run(lambda: self.job.tours)):
            yield tour

    async def pause(self) -> Self:
        """Pause the job; running slices are committed first."""
        return await self._change(self.job.pause)

    async def resume(self) -> Self:
        """Resume the job from its checkpoints."""
        return await self._change(self.job.resume)

    async def cancel(self) -> Self:
        """Stop the job for good; its results so far are kept."""
        return await self._change(self.job.cancel)

    async def certify(self) -> AsyncJob:
        """Submit the job that certifies this job's counts, as `Job.certify` does."""
        return AsyncJob(self._service, await self._service.run(self.job.certify))

    async def _change(self, change: Callable[[], Job]) -> Self:
        await self._service.run(change)
        return self

    def __repr__(self) -> str:
        return repr(self.job)


def connect_async(url: str = "http://127.0.0.1:8000", token: str | None = None, *, cache: bool = True) -> AsyncClient:
    """Return an asyncio client of the service at an address; arguments as in `connect`."""
    return AsyncClient(connect(url, token, cache=cache))
