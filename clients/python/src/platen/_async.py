"""The client for asynchronous programs; see the synchronous one for what each method does."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, cast

import anyio
import anyio.to_thread
import httpx

from . import _calls as calls
from ._calls import Field, Fields
from ._download import Memory, Stream, download, save
from ._effects import Effect, Emit, Open, Opened, Read, Request, Sleep, Steps, Value, Work
from ._errors import timed_out
from ._events import Event, events
from ._exchange import Call, Service
from ._http import as_errors, headers_of, opened, timeout_of
from ._inputs import Input, Inputs, Upload
from ._models import Converted, JobStatus, Quota, Tool
from ._tools import AsyncToolMethods
from ._uploads import upload

Bytes = bytes
Given = ParamSpec("Given")


@dataclass(frozen=True)
class AsyncResult(Converted):
    """A conversion that succeeded; its file is kept for an hour."""

    _client: AsyncPlaten = field(repr=False, compare=False)

    async def save(self, path: str | os.PathLike[str], *, timeout: float | None = None) -> Path:
        """Writes the file; none is there before it is complete. A download that is cut goes on where it stopped."""
        target = os.fspath(path)
        await self._client._run(save(*self._to(timeout), target))
        return Path(target)

    async def bytes(self, *, timeout: float | None = None) -> Bytes:
        memory = Memory()
        await self._client._run(download(*self._to(timeout), memory))
        return Bytes(memory.content)

    def stream(self, *, timeout: float | None = None) -> AsyncIterator[Bytes]:
        """The file, piece by piece as it comes."""
        return self._client._iterate(download(*self._to(timeout), Stream()))

    async def delete(self) -> None:
        """Deletes the job and its file at once."""
        await self._client.delete(self.job_id)

    def _to(self, timeout: float | None) -> tuple[Service, Call, str, int | None]:
        settings = self._client._settings
        return settings.service, settings.call(timeout), self.download_url, self.size_bytes


@dataclass(frozen=True)
class AsyncJob:
    """A conversion that nobody waits for."""

    id: str
    _client: AsyncPlaten = field(repr=False, compare=False)
    _result: AsyncResult | None = field(default=None, repr=False, compare=False)

    async def wait(self, *, timeout: float | None = None) -> AsyncResult:
        """The result, when it is there. Raises what ended the job otherwise."""
        if self._result is not None:
            return self._result
        return self._client._result(await self._client._do(calls.wait, timeout, self.id))

    async def status(self, *, timeout: float | None = None) -> JobStatus:
        return await self._client._do(calls.status, timeout, self.id)

    def events(self, *, timeout: float | None = None) -> AsyncIterator[Event]:
        """What becomes of the job, until its end."""
        settings = self._client._settings
        return self._client._iterate(events(settings.service, settings.call(timeout), self.id))

    async def cancel(self) -> str:
        """Stops the job, which is not counted then; ``deleted``."""
        return await self._client.delete(self.id)


@dataclass(frozen=True)
class AsyncBatchEntry:
    """What became of one file of a batch: a result or an error."""

    index: int
    input: Inputs
    result: AsyncResult | None = None
    error: Exception | None = None


class AsyncPlaten(AsyncToolMethods):
    """A service of Platen; its arguments are those of :class:`platen.Platen`. Cancelling a task ends its call."""

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        retries: int = 5,
        timeout: float = 600,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = calls.settings(url, api_key, retries=retries, timeout=timeout, headers=headers)
        self._is_own = http_client is None
        self._http = http_client if http_client is not None else httpx.AsyncClient()

    async def __aenter__(self) -> AsyncPlaten:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def convert(
        self,
        tool: str,
        files: Inputs,
        fields: Fields | None = None,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **more: Field,
    ) -> AsyncResult:
        """Converts by a tool of the service."""
        given = {**(fields or {}), **more}
        return self._result(await self._do(calls.convert, timeout, tool, files, given, idempotency_key))

    async def pipeline(
        self,
        files: Inputs,
        steps: Sequence[Mapping[str, Any]],
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> AsyncResult:
        """Converts by several tools, each ``{"tool": …}`` with its fields; each takes what the one before gives."""
        return self._result(await self._do(calls.pipeline, timeout, files, steps, idempotency_key))

    async def start(
        self,
        tool: str,
        files: Inputs,
        fields: Fields | None = None,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **more: Field,
    ) -> AsyncJob:
        """Converts without waiting for it."""
        given = {**(fields or {}), **more}
        id, done = await self._do(calls.start, timeout, tool, files, given, idempotency_key)
        return AsyncJob(id, self, None if done is None else self._result(done))

    def job(self, job_id: str) -> AsyncJob:
        """A job by its id, such as one of a program that ended."""
        return AsyncJob(job_id, self)

    async def result(self, job_id: str, *, timeout: float | None = None) -> AsyncResult:
        """The result of a job that succeeded; raises ``job_not_ready`` for others."""
        return self._result(await self._do(calls.result, timeout, job_id))

    async def batch(
        self, tool: str, files: Iterable[Inputs], fields: Fields | None = None, *, concurrency: int = 4, **more: Field
    ) -> AsyncIterator[AsyncBatchEntry]:
        """Converts each file by itself, some at a time, and gives each as it ends. An error of one stops no other."""

        form = {**(fields or {}), **more}

        async def one(index: int, given: Inputs) -> AsyncBatchEntry:
            try:
                return AsyncBatchEntry(index, given, result=await self.convert(tool, given, form))
            except Exception as error:
                return AsyncBatchEntry(index, given, error=error)

        left = enumerate(files)
        running: set[asyncio.Task[AsyncBatchEntry]] = set()
        try:
            while True:
                while len(running) < concurrency and (following := next(left, None)) is not None:
                    running.add(asyncio.ensure_future(one(*following)))
                if not running:
                    return
                ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for entry in ended:
                    yield entry.result()
        finally:
            for task in running:
                task.cancel()

    async def upload(self, file: Input, *, timeout: float | None = None) -> Upload:
        """Sends a file in parts, which goes on after a cut line; give what comes back in place of a file."""
        return await self._do(upload, timeout, file)

    async def tools(self, *, timeout: float | None = None) -> list[Tool]:
        return await self._do(calls.tools, timeout)

    async def quota(self, *, timeout: float | None = None) -> Quota:
        return await self._do(calls.quota, timeout)

    def jobs(
        self,
        *,
        status: str | None = None,
        tool: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[JobStatus]:
        """The jobs of the key, newest first; `limit` is for one page, and pages are fetched as they are needed."""
        filters: dict[str, Field] = {"status": status, "tool": tool, "since": since, "limit": limit}
        return self._iterate(calls.jobs(self._settings.service, self._settings.call(timeout), filters))

    async def delete(self, job_id: str, *, timeout: float | None = None) -> str:
        """Deletes a job and its file at once; ``deleted``."""
        return await self._do(calls.delete, timeout, job_id)

    async def _convert(
        self, tool: str, files: Inputs, fields: Fields, timeout: float | None, idempotency_key: str | None
    ) -> AsyncResult:
        return await self.convert(tool, files, fields, timeout=timeout, idempotency_key=idempotency_key)

    def _result(self, said: Converted) -> AsyncResult:
        return AsyncResult(**vars(said), _client=self)

    async def _do(
        self,
        steps: Callable[Concatenate[Service, Call, Given], Steps[Value]],
        timeout: float | None,
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Value:
        return await self._run(steps(self._settings.service, self._settings.call(timeout), *given, **named))

    async def _run(self, steps: Steps[Value]) -> Value:
        performing = _Performing(self._http, steps)
        async for _ in performing.emitted():
            pass
        return cast(Value, performing.value)

    async def _iterate(self, steps: Steps[Value]) -> AsyncIterator[Any]:
        emitted = _Performing(self._http, steps).emitted()
        try:
            async for value in emitted:
                yield value
        finally:
            await emitted.aclose()


class _Performing(Generic[Value]):
    """Performs steps; one answer is open at a time."""

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
