"""The client for synchronous programs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, cast

import httpx

from . import _calls as calls
from ._calls import Field, Fields
from ._download import Memory, Stream, download, save
from ._effects import Effect, Emit, Open, Opened, Read, Request, Sleep, Steps, Value, Work
from ._errors import timed_out
from ._events import Event, events
from ._exchange import Call, Service
from ._http import as_errors, bound_reads, headers_of, opened, shorten, timeout_of
from ._inputs import Input, Inputs, Upload
from ._models import Converted, JobStatus, Quota, Tool
from ._tools import ToolMethods
from ._uploads import upload

Bytes = bytes
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Result(Converted):
    """A conversion that succeeded; its file is kept for an hour."""

    _client: Platen = field(repr=False, compare=False)

    def save(self, path: str | os.PathLike[str], *, timeout: float | None = None) -> Path:
        """Writes the file; none is there before it is complete. A download that is cut goes on where it stopped."""
        target = os.fspath(path)
        self._client._run(save(*self._to(timeout), target))
        return Path(target)

    def bytes(self, *, timeout: float | None = None) -> Bytes:
        memory = Memory()
        self._client._run(download(*self._to(timeout), memory))
        return Bytes(memory.content)

    def stream(self, *, timeout: float | None = None) -> Iterator[Bytes]:
        """The file, piece by piece as it comes."""
        return self._client._iterate(download(*self._to(timeout), Stream()))

    def delete(self) -> None:
        """Deletes the job and its file at once."""
        self._client.delete(self.job_id)

    def _to(self, timeout: float | None) -> tuple[Service, Call, str, int | None]:
        settings = self._client._settings
        return settings.service, settings.call(timeout), self.download_url, self.size_bytes


@dataclass(frozen=True)
class Job:
    """A conversion that nobody waits for."""

    id: str
    _client: Platen = field(repr=False, compare=False)
    _result: Result | None = field(default=None, repr=False, compare=False)

    def wait(self, *, timeout: float | None = None) -> Result:
        """The result, when it is there. Raises what ended the job otherwise."""
        if self._result is not None:
            return self._result
        return self._client._result(self._client._do(calls.wait, timeout, self.id))

    def status(self, *, timeout: float | None = None) -> JobStatus:
        return self._client._do(calls.status, timeout, self.id)

    def events(self, *, timeout: float | None = None) -> Iterator[Event]:
        """What becomes of the job, until its end."""
        settings = self._client._settings
        return self._client._iterate(events(settings.service, settings.call(timeout), self.id))

    def cancel(self) -> str:
        """Stops the job, which is not counted then; ``deleted``."""
        return self._client.delete(self.id)


@dataclass(frozen=True)
class BatchEntry:
    """What became of one file of a batch: a result or an error."""

    index: int
    input: Inputs
    result: Result | None = None
    error: Exception | None = None


class Platen(ToolMethods):
    """A service of Platen.

    Args:
        url: Its address, without ``/v1``; ``PLATEN_URL`` by default.
        api_key: ``PLATEN_API_KEY`` by default.
        retries: Tries after the first one that fails in a way that passes.
        timeout: Seconds for one call with all its tries.
        headers: Sent with each request to the service.
        http_client: For proxies, certificates and the like; it is not closed with this one.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        retries: int = 5,
        timeout: float = 600,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._settings = calls.settings(url, api_key, retries=retries, timeout=timeout, headers=headers)
        self._is_own = http_client is None
        self._http = http_client if http_client is not None else httpx.Client()

    def __enter__(self) -> Platen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def convert(
        self,
        tool: str,
        files: Inputs,
        fields: Fields | None = None,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **more: Field,
    ) -> Result:
        """Converts by a tool of the service.

        Args:
            tool: Its id, such as ``office-to-pdf``.
            files: One or several: a path, an open binary file, a pair of a name and bytes, an upload, or a result.
            fields: Form fields under the service's names; they can be keyword arguments, too.
            timeout: Seconds for all tries.
            idempotency_key: Calls with the same one are converted and counted once within an hour.

        Raises:
            PlatenError: DocumentError, RequestError, ServiceError or PlatenConnectionError.
        """
        return self._result(self._do(calls.convert, timeout, tool, files, {**(fields or {}), **more}, idempotency_key))

    def pipeline(
        self,
        files: Inputs,
        steps: Sequence[Mapping[str, Any]],
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Result:
        """Converts by several tools, each ``{"tool": …}`` with its fields; each takes what the one before gives."""
        return self._result(self._do(calls.pipeline, timeout, files, steps, idempotency_key))

    def start(
        self,
        tool: str,
        files: Inputs,
        fields: Fields | None = None,
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        **more: Field,
    ) -> Job:
        """Converts without waiting for it."""
        given = {**(fields or {}), **more}
        id, done = self._do(calls.start, timeout, tool, files, given, idempotency_key)
        return Job(id, self, None if done is None else self._result(done))

    def job(self, job_id: str) -> Job:
        """A job by its id, such as one of a program that ended."""
        return Job(job_id, self)

    def result(self, job_id: str, *, timeout: float | None = None) -> Result:
        """The result of a job that succeeded; raises ``job_not_ready`` for others."""
        return self._result(self._do(calls.result, timeout, job_id))

    def batch(
        self, tool: str, files: Iterable[Inputs], fields: Fields | None = None, *, concurrency: int = 4, **more: Field
    ) -> Iterator[BatchEntry]:
        """Converts each file by itself, some at a time, and gives each as it ends. An error of one stops no other."""

        form = {**(fields or {}), **more}

        ended: SimpleQueue[BatchEntry | BaseException] = SimpleQueue()

        def one(index: int, given: Inputs) -> None:
            try:
                ended.put(BatchEntry(index, given, result=self.convert(tool, given, form)))
            except Exception as error:
                ended.put(BatchEntry(index, given, error=error))
            except BaseException as error:
                ended.put(error)

        left = enumerate(files)
        running = 0
        while True:
            while running < max(1, concurrency) and (following := next(left, None)) is not None:
                # A program that stops iterating, or ends, does not wait for what is under way.
                Thread(target=one, args=following, daemon=True).start()
                running += 1
            if running == 0:
                return
            entry = ended.get()
            running -= 1
            if isinstance(entry, BaseException):
                raise entry
            yield entry

    def upload(self, file: Input, *, timeout: float | None = None) -> Upload:
        """Sends a file in parts, which goes on after a cut line; give what comes back in place of a file."""
        return self._do(upload, timeout, file)

    def tools(self, *, timeout: float | None = None) -> list[Tool]:
        return self._do(calls.tools, timeout)

    def quota(self, *, timeout: float | None = None) -> Quota:
        return self._do(calls.quota, timeout)

    def jobs(
        self,
        *,
        status: str | None = None,
        tool: str | None = None,
        since: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[JobStatus]:
        """The jobs of the key, newest first; `limit` is for one page, and pages are fetched as they are needed."""
        filters: dict[str, Field] = {"status": status, "tool": tool, "since": since, "limit": limit}
        return self._iterate(calls.jobs(self._settings.service, self._settings.call(timeout), filters))

    def delete(self, job_id: str, *, timeout: float | None = None) -> str:
        """Deletes a job and its file at once; ``deleted``."""
        return self._do(calls.delete, timeout, job_id)

    def _convert(
        self, tool: str, files: Inputs, fields: Fields, timeout: float | None, idempotency_key: str | None
    ) -> Result:
        return self.convert(tool, files, fields, timeout=timeout, idempotency_key=idempotency_key)

    def _result(self, said: Converted) -> Result:
        return Result(**vars(said), _client=self)

    def _do(
        self,
        steps: Callable[Concatenate[Service, Call, Given], Steps[Value]],
        timeout: float | None,
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Value:
        return self._run(steps(self._settings.service, self._settings.call(timeout), *given, **named))

    def _run(self, steps: Steps[Value]) -> Value:
        running = self._iterate(steps)
        try:
            while True:
                next(running)
        except StopIteration as end:
            return cast(Value, end.value)

    def _iterate(self, steps: Steps[Value]) -> Generator[Any, None, Value]:
        """Performs the steps, and yields what they emit."""
        connection = _Connection(self._http)
        answer: Any = None
        error: Exception | None = None
        try:
            while True:
                try:
                    effect = steps.send(answer) if error is None else steps.throw(error)
                except StopIteration as end:
                    return cast(Value, end.value)
                answer = error = None
                if isinstance(effect, Emit):
                    yield effect.value
                    continue
                try:
                    answer = connection.perform(effect)
                except Exception as failed:
                    error = failed
        finally:
            steps.close()
            connection.close()


class _Connection:
    """One answer at a time."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._deadline = 0.0
        self._response: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def perform(self, effect: Effect) -> Any:
        if isinstance(effect, Open):
            return self._open(effect.request)
        if isinstance(effect, Read):
            return self._read()
        if isinstance(effect, Work):
            return effect.do()
        if isinstance(effect, Sleep):
            time.sleep(effect.seconds)
        return None

    def _open(self, asked: Request) -> Opened:
        self.close()
        self._deadline = asked.deadline
        with as_errors(asked.deadline):
            request = self._client.build_request(
                asked.method,
                asked.url,
                headers=headers_of(asked),
                content=None if asked.body is None else _timed(asked.body.chunks(), asked.deadline),
                timeout=timeout_of(asked),
            )
            self._response = self._client.send(request, stream=True, follow_redirects=False)
        shorten(request, asked.deadline)
        bound_reads(self._response, asked.deadline)
        self._chunks = self._response.iter_bytes()
        return opened(self._response)

    def _read(self) -> bytes:
        if time.monotonic() >= self._deadline:
            raise timed_out()
        with as_errors(self._deadline):
            return next(self._chunks, b"")

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None


def _timed(chunks: Iterator[bytes], deadline: float) -> Iterator[bytes]:
    for chunk in chunks:
        if time.monotonic() >= deadline:
            raise timed_out()
        yield chunk
