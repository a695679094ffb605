"""The client for synchronous programs. Made from `_async.py` by `./platen docs`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec

import httpx

from . import _calls as calls
from ._calls import Field, Fields
from ._download import Memory, Stream, download, save
from ._effects import Steps, Value
from ._events import Event, events
from ._exchange import Call, Service
from ._inputs import Input, Inputs, Upload
from ._models import Converted, JobStatus, Quota, Tool
from ._perform_sync import gather, iterate, run
from ._tools import ToolMethods
from ._uploads import upload

Bytes = bytes
Given = ParamSpec("Given")


@dataclass(frozen=True)
class Result(Converted):
    """A conversion that succeeded; its file is kept for an hour."""

    _client: Platen = field(repr=False, compare=False)

    def save(self, path: str | os.PathLike[str], *, timeout: float | None = None) -> Path:
        """Writes the file once it is complete. A broken download resumes."""
        target = os.fspath(path)
        run(self._client._http, save(*self._to(timeout), target))
        return Path(target)

    def bytes(self, *, timeout: float | None = None) -> Bytes:
        memory = Memory()
        run(self._client._http, download(*self._to(timeout), memory))
        return Bytes(memory.content)

    def stream(self, *, timeout: float | None = None) -> Iterator[Bytes]:
        """The file in chunks, as they arrive."""
        return iterate(self._client._http, download(*self._to(timeout), Stream()))

    def delete(self) -> None:
        """Deletes the job and its file at once."""
        self._client.delete(self.job_id)

    def _to(self, timeout: float | None) -> tuple[Service, Call, str, int | None]:
        settings = self._client._settings
        return settings.service, settings.call(timeout), self.download_url, self.size_bytes


@dataclass(frozen=True)
class Job:
    """An asynchronous conversion."""

    id: str
    _client: Platen = field(repr=False, compare=False)
    _result: Result | None = field(default=None, repr=False, compare=False)

    def wait(self, *, timeout: float | None = None) -> Result:
        """The result, once the job has ended. Raises the error of a failed job."""
        if self._result is not None:
            return self._result
        return self._client._result(self._client._do(calls.wait, timeout, self.id))

    def status(self, *, timeout: float | None = None) -> JobStatus:
        return self._client._do(calls.status, timeout, self.id)

    def events(self, *, timeout: float | None = None) -> Iterator[Event]:
        """The events of the job, until its end."""
        settings = self._client._settings
        return iterate(self._client._http, events(settings.service, settings.call(timeout), self.id))

    def cancel(self) -> str:
        """Stops the job, which is then not counted; ``deleted``."""
        return self._client.delete(self.id)


@dataclass(frozen=True)
class BatchEntry:
    """The outcome of one file of a batch: a result or an error."""

    index: int
    input: Inputs
    result: Result | None = None
    error: Exception | None = None


class Platen(ToolMethods):
    """A service of Platen.

    Args:
        url: Its URL, without ``/v1``; ``PLATEN_URL`` by default.
        api_key: ``PLATEN_API_KEY`` by default.
        retries: Maximum number of retries after transient errors.
        timeout: Seconds for one call, including retries.
        headers: Sent with each request to the service.
        http_client: For proxies, certificates and similar options; this client does not close it.
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
        """Converts with a tool of the service.

        Args:
            tool: Its ID, such as ``office-to-pdf``.
            files: One or several: a path, an open binary file, a pair of a name and bytes, an upload, or a result.
            fields: Form fields by the service's names; they can also be keyword arguments.
            timeout: Seconds, including retries.
            idempotency_key: Calls with the same key are converted and counted once within an hour.

        Raises:
            PlatenError: DocumentError, RequestError, ServiceError or PlatenConnectionError.
        """
        given = {**(fields or {}), **more}
        return self._result(self._do(calls.convert, timeout, tool, files, given, idempotency_key))

    def pipeline(
        self,
        files: Inputs,
        steps: Sequence[Mapping[str, Any]],
        *,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Result:
        """Converts with several tools, each ``{"tool": …}`` with its fields; each uses the output of the previous one."""
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
        """Starts a conversion without waiting for it."""
        given = {**(fields or {}), **more}
        id, done = self._do(calls.start, timeout, tool, files, given, idempotency_key)
        return Job(id, self, None if done is None else self._result(done))

    def job(self, job_id: str) -> Job:
        """A job by its ID, such as one started by an earlier process."""
        return Job(job_id, self)

    def result(self, job_id: str, *, timeout: float | None = None) -> Result:
        """The result of a successful job; raises ``job_not_ready`` for other jobs."""
        return self._result(self._do(calls.result, timeout, job_id))

    def batch(
        self, tool: str, files: Iterable[Inputs], fields: Fields | None = None, *, concurrency: int = 4, **more: Field
    ) -> Iterator[BatchEntry]:
        """Converts each file separately, several at a time, and yields each when it is done. An error does not stop the others."""
        form = {**(fields or {}), **more}

        def one(index: int, given: Inputs) -> BatchEntry:
            try:
                return BatchEntry(index, given, result=self.convert(tool, given, form))
            except Exception as error:
                return BatchEntry(index, given, error=error)

        return gather(one, enumerate(files), concurrency)

    def upload(self, file: Input, *, timeout: float | None = None) -> Upload:
        """Uploads a file in parts, and resumes after a broken connection; pass the result as a file."""
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
        """The jobs of the key, newest first; `limit` is for one page, and pages are fetched on demand."""
        filters: dict[str, Field] = {"status": status, "tool": tool, "since": since, "limit": limit}
        return iterate(self._http, calls.jobs(self._settings.service, self._settings.call(timeout), filters))

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
        return run(self._http, steps(self._settings.service, self._settings.call(timeout), *given, **named))
