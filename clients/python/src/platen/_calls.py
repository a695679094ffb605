"""The calls of the API, for synchronous and asynchronous programs alike."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union
from urllib.parse import quote, urlencode

from ._effects import Emit, Sleep, Steps, Work
from ._errors import PlatenError, error_from_body, timed_out
from ._exchange import Answer, Call, Service
from ._inputs import Inputs, Source, Upload, listed, source_of
from ._models import Converted, JobStatus, Quota, Tool
from ._multipart import form
from ._uploads import upload_source

Field = Union[str, int, float, None]
Fields = Mapping[str, Field]

_WAIT = 30
_HELD = 60.0
"""Seconds without a response to a long-polling call, after which the connection counts as broken."""


@dataclass(frozen=True)
class Settings:
    service: Service
    retries: int
    timeout: float

    def call(self, timeout: float | None = None) -> Call:
        return Call(self.retries, time.monotonic() + (self.timeout if timeout is None else timeout))


def settings(
    url: str | None, api_key: str | None, *, retries: int, timeout: float, headers: Mapping[str, str] | None
) -> Settings:
    """Missing arguments default to environment variables."""
    base = (url if url is not None else os.environ.get("PLATEN_URL", "")).strip().rstrip("/")
    base = base[:-3].rstrip("/") if base.endswith("/v1") else base
    if not base.startswith(("http://", "https://")):
        raise ValueError("the URL of the service is missing: pass url, or set PLATEN_URL, such as https://convert.example.com")
    key = api_key if api_key is not None else os.environ.get("PLATEN_API_KEY", "")
    return Settings(Service(base, key.strip(), dict(headers or {})), retries, timeout)


def convert(
    service: Service, call: Call, tool: str, files: Inputs, fields: Fields, idempotency_key: str | None
) -> Steps[Converted]:
    path = f"/v1/convert/{quote(tool, safe='')}"
    answer = yield from _post(service, call, path, files, fields, idempotency_key, {})
    return Converted.facts(answer.body)


def pipeline(
    service: Service, call: Call, files: Inputs, steps: Sequence[Mapping[str, Any]], idempotency_key: str | None
) -> Steps[Converted]:
    fields = {"steps": json.dumps(list(steps), ensure_ascii=False)}
    answer = yield from _post(service, call, "/v1/pipelines", files, fields, idempotency_key, {})
    return Converted.facts(answer.body)


def start(
    service: Service, call: Call, tool: str, files: Inputs, fields: Fields, idempotency_key: str | None
) -> Steps[tuple[str, Converted | None]]:
    """The job, and its result if the service does not support asynchronous calls."""
    path = f"/v1/convert/{quote(tool, safe='')}"
    answer = yield from _post(service, call, path, files, fields, idempotency_key, {"Prefer": "respond-async"})
    return str(answer.body["job_id"]), None if answer.status == 202 else Converted.facts(answer.body)


def _post(
    service: Service,
    call: Call,
    path: str,
    files: Inputs,
    fields: Fields,
    idempotency_key: str | None,
    headers: Mapping[str, str],
) -> Steps[Answer]:
    given = {name: str(value) for name, value in fields.items() if value is not None}
    sent: list[Source] = []
    named: list[Upload] = []
    try:
        for file in listed(files):
            source: Source | Upload = yield Work(lambda file=file: source_of(file))  # type: ignore[misc]
            # The service puts file IDs after the sent files: a file after an upload is uploaded too, which preserves the order.
            if isinstance(source, Source) and named:
                source = yield from upload_source(service, call, source)
            if isinstance(source, Source):
                sent.append(source)
            else:
                named.append(source)
        names = ["file_id"] if len(named) == 1 else [f"file_id[{n}]" for n in range(len(named))]
        given.update(zip(names, (upload.id for upload in named)))
        media_type, body = form(given, sent)
        key = idempotency_key or str(uuid.uuid4())
        form_headers = {**headers, "Idempotency-Key": key, "Content-Type": media_type}
        return (yield from service.ask(call, "POST", path, headers=form_headers, body=body))
    finally:
        for source in sent:
            source.close()


def job_path(job_id: str) -> str:
    return f"/v1/job/{quote(job_id, safe='')}"


def wait(service: Service, call: Call, job_id: str) -> Steps[Converted]:
    while True:
        asked = time.monotonic()
        try:
            answer = yield from service.ask(
                call, "GET", job_path(job_id), headers={"Prefer": f"wait={_WAIT}"}, silence=_HELD
            )
            return Converted.facts(answer.body)
        except PlatenError as error:
            if not _is_pending(error):
                raise _outcome(error) from None
            # If the service supports long polling, it has already waited.
            pause = (error.retry_after or 1.0) - (time.monotonic() - asked)
        if time.monotonic() + pause >= call.deadline:
            raise timed_out()
        if pause > 0:
            yield Sleep(pause)


def _is_pending(error: PlatenError) -> bool:
    return error.code == "job_not_ready" and error.fields.get("status") == "pending"


def _outcome(error: PlatenError) -> PlatenError:
    """The error that ended a job, if the service reports it."""
    outcome = error.fields.get("outcome")
    return error_from_body(0, outcome) if isinstance(outcome, dict) and "error" in outcome else error


def status(service: Service, call: Call, job_id: str) -> Steps[JobStatus]:
    """The state of the job, even if it failed."""
    try:
        answer = yield from service.ask(call, "GET", job_path(job_id))
        return JobStatus.of(answer.body, job_id)
    except PlatenError as error:
        gone = {"job_deleted": "deleted", "file_expired": "expired"}.get(error.code)
        if gone is None and error.code != "job_not_ready":
            raise
        return JobStatus.of({"status": gone, **error.fields}, job_id)


def result(service: Service, call: Call, job_id: str) -> Steps[Converted]:
    answer = yield from service.ask(call, "GET", job_path(job_id))
    return Converted.facts(answer.body)


def delete(service: Service, call: Call, job_id: str) -> Steps[str]:
    answer = yield from service.ask(call, "DELETE", job_path(job_id))
    return str((answer.body or {}).get("status", "deleted"))


def jobs(service: Service, call: Call, filters: Fields) -> Steps[None]:
    """Emits the jobs, newest first."""
    query = {name: str(value) for name, value in filters.items() if value is not None}
    while True:
        answer = yield from service.ask(call, "GET", f"/v1/jobs?{urlencode(query)}" if query else "/v1/jobs")
        for one in answer.body["jobs"]:
            yield Emit(JobStatus.of(one))
        cursor = answer.body.get("next_cursor")
        if cursor is None:
            return
        query["cursor"] = str(cursor)


def tools(service: Service, call: Call) -> Steps[list[Tool]]:
    answer = yield from service.ask(call, "GET", "/v1/tools")
    return [Tool.of(one) for one in answer.body["tools"]]


def quota(service: Service, call: Call) -> Steps[Quota]:
    answer = yield from service.ask(call, "GET", "/v1/quota")
    return Quota.of(answer.body)
