"""Files sent in parts, which resume after a broken connection (tus 1.0)."""

from __future__ import annotations

import base64

from ._effects import Body, Steps, Work
from ._errors import PlatenError, RequestError
from ._exchange import Call, Service, retrying
from ._inputs import Input, Source, Upload, source_of

PART = 8 * 1024 * 1024
_TUS = {"Tus-Resumable": "1.0.0"}


def upload(service: Service, call: Call, given: Input) -> Steps[Upload]:
    source: Source | Upload = yield Work(lambda: source_of(given))
    return source if isinstance(source, Upload) else (yield from upload_source(service, call, source))


def upload_source(service: Service, call: Call, source: Source) -> Steps[Upload]:
    try:
        return (yield from _upload(service, call, source))
    finally:
        source.close()


def _upload(service: Service, call: Call, source: Source) -> Steps[Upload]:
    name = base64.b64encode(source.name.encode("utf-8", "replace")).decode()
    made = yield from service.ask(
        call,
        "POST",
        "/v1/uploads",
        headers={**_TUS, "Upload-Length": str(source.size), "Upload-Metadata": f"filename {name}", "Content-Length": "0"},
    )
    path = made.headers.get("location", "")
    offset = 0
    is_known = True

    def send() -> Steps[None]:
        nonlocal offset, is_known
        if not is_known:
            found = yield from service.open(call, "HEAD", path, headers=_TUS)
            offset = int(found.headers.get("upload-offset", offset))
            is_known = True
        while offset < source.size:
            offset = yield from _part(service, call, path, source, offset)

    before = 0

    def has_progress() -> bool:
        nonlocal before, is_known
        got_on, before, is_known = offset > before, offset, False
        return got_on

    yield from retrying(call, send, has_progress=has_progress)
    return Upload(path.rstrip("/").rsplit("/", 1)[-1], source.name, source.size)


def _part(service: Service, call: Call, path: str, source: Source, offset: int) -> Steps[int]:
    """The offset after one more part."""
    length = min(PART, source.size - offset)
    headers = {
        **_TUS,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": str(offset),
    }
    body = Body(length, lambda: source.chunks(offset, length))
    try:
        opened = yield from service.open(call, "PATCH", path, headers=headers, body=body)
    except RequestError as error:
        there = error.fields.get("offset")
        if error.code != "upload_conflict" or not isinstance(there, int) or there == offset:
            raise
        return there
    now = int(opened.headers.get("upload-offset", offset + length))
    if now <= offset:
        raise PlatenError("upload_stuck", "The service accepted no bytes of a part of the upload.")
    return now
