"""Performs the steps of calls for asynchronous programs; :mod:`_perform_sync` has the same functions for synchronous ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar, cast

import anyio
import anyio.to_thread
import httpx

from ._effects import Effect, Emit, Open, Opened, Read, Request, Sleep, Steps, Value, Work
from ._errors import timed_out
from ._http import as_errors, headers_of, opened, timeout_of

Argument = TypeVar("Argument")
Entry = TypeVar("Entry")


async def run(client: httpx.AsyncClient, steps: Steps[Value]) -> Value:
    """Performs the steps; returns their value."""
    performing = _Performing(client, steps)
    async for _ in performing.emitted():
        pass
    return cast(Value, performing.value)


async def iterate(client: httpx.AsyncClient, steps: Steps[Value]) -> AsyncIterator[Any]:
    """Performs the steps, and yields what they emit."""
    emitted = _Performing(client, steps).emitted()
    try:
        async for value in emitted:
            yield value
    finally:
        await emitted.aclose()


async def gather(
    one: Callable[[int, Argument], Awaitable[Entry]], given: Iterator[tuple[int, Argument]], concurrency: int
) -> AsyncIterator[Entry]:
    """Runs ``one`` with each argument, several at a time, and yields each result when it is ready."""
    running: set[asyncio.Future[Entry]] = set()
    try:
        while True:
            while len(running) < max(1, concurrency) and (following := next(given, None)) is not None:
                running.add(asyncio.ensure_future(one(*following)))
            if not running:
                return
            ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for entry in ended:
                yield entry.result()
    finally:
        for task in running:
            task.cancel()


class _Performing(Generic[Value]):
    """Performs steps; one response is open at a time."""

    def __init__(self, client: httpx.AsyncClient, steps: Steps[Value]) -> None:
        self.value: Value | None = None
        self._client = client
        self._steps = steps
        self._deadline = 0.0
        self._silence: float | None = None
        self._response: httpx.Response | None = None
        self._chunks: AsyncIterator[bytes] | None = None

    async def emitted(self) -> AsyncGenerator[Any, None]:
        steps = self._steps
        answer: Any = None
        error: Exception | None = None
        try:
            while True:
                try:
                    effect = steps.send(answer) if error is None else steps.throw(error)
                except StopIteration as end:
                    self.value = end.value
                    return
                answer = error = None
                if isinstance(effect, Emit):
                    yield effect.value
                    continue
                try:
                    answer = await self._perform(effect)
                except Exception as failed:
                    error = failed
        finally:
            steps.close()
            with anyio.CancelScope(shield=True):
                await self._close()

    async def _perform(self, effect: Effect) -> Any:
        if isinstance(effect, Open):
            return await self._open(effect.request)
        if isinstance(effect, Read):
            return await self._read()
        if isinstance(effect, Work):
            return await anyio.to_thread.run_sync(effect.do)
        if isinstance(effect, Sleep):
            await anyio.sleep(effect.seconds)
        return None

    async def _open(self, asked: Request) -> Opened:
        await self._close()
        self._deadline = asked.deadline
        request = self._client.build_request(
            asked.method,
            asked.url,
            headers=headers_of(asked),
            content=None if asked.body is None else _in_threads(asked.body.chunks()),
            timeout=timeout_of(asked),
        )
        try:
            with anyio.fail_after(asked.deadline - time.monotonic()), as_errors(asked.deadline):
                self._response = await self._client.send(request, stream=True, follow_redirects=False)
        except TimeoutError:
            raise timed_out() from None
        self._chunks = self._response.aiter_bytes()
        return opened(self._response)

    async def _read(self) -> bytes:
        if self._chunks is None:
            return b""
        try:
            with anyio.fail_after(self._deadline - time.monotonic()), as_errors(self._deadline):
                return await self._chunks.__anext__()
        except StopAsyncIteration:
            return b""
        except TimeoutError:
            raise timed_out() from None

    async def _close(self) -> None:
        if self._response is not None:
            await self._response.aclose()
            self._response = None


async def _in_threads(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    while chunk := await anyio.to_thread.run_sync(lambda: next(chunks, b"")):
        yield chunk
