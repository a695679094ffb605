"""Downloads of results: a broken download is resumed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from typing import IO, Protocol

from ._effects import Emit, Opened, Read, Steps, Work
from ._errors import PlatenConnectionError, unreachable
from ._exchange import Call, Service, retrying


class Sink(Protocol):
    """The destination of the bytes."""

    def write(self, chunk: bytes) -> Steps[None]:
        ...

    def restart(self, is_same: bool) -> Steps[None]:
        """Discards the written bytes; `is_same`: the same bytes follow again, as far as can be known."""


class Memory:
    def __init__(self) -> None:
        self.content = bytearray()

    def write(self, chunk: bytes) -> Steps[None]:
        self.content += chunk
        yield from ()

    def restart(self, is_same: bool) -> Steps[None]:
        self.content.clear()
        yield from ()


class Stream:
    """Emitted bytes cannot be taken back; if they arrive again, they are skipped."""

    def __init__(self) -> None:
        self._emitted = 0
        self._passed_over = 0

    def write(self, chunk: bytes) -> Steps[None]:
        known = min(len(chunk), self._emitted - self._passed_over)
        self._passed_over += len(chunk)
        if known < len(chunk):
            self._emitted = self._passed_over
            yield Emit(chunk[known:])

    def restart(self, is_same: bool) -> Steps[None]:
        if not is_same:
            message = "The download was interrupted, and the service does not support resuming it."
            raise PlatenConnectionError("cut", message, retryable=True)
        self._passed_over = 0
        yield from ()


class File:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, chunk: bytes) -> Steps[None]:
        yield Work(lambda: self._file.write(chunk))

    def restart(self, is_same: bool) -> Steps[None]:
        yield Work(lambda: (self._file.seek(0), self._file.truncate()))


def download(service: Service, call: Call, path: str, size: int | None, sink: Sink) -> Steps[None]:
    received = 0
    etag: str | None = None
    total: int | None = None

    def part() -> Steps[None]:
        nonlocal received, etag, total
        asked = {"Range": f"bytes={received}-", "If-Range": etag} if received > 0 and etag is not None else {}
        opened = yield from service.open(call, "GET", path, headers=asked)
        if opened.status == 206 and not opened.headers.get("content-range", "").startswith(f"bytes {received}-"):
            etag = None
            raise unreachable("The service resumed the download at the wrong offset.")
        found = opened.headers.get("etag", "")
        before, etag = etag, found if found.startswith('"') else None
        if opened.status != 206 and received > 0:
            again = _total(opened, 0, size)
            yield from sink.restart(again is not None and again == total and (before is None or before == etag))
            received = 0
        total = _total(opened, received, size)
        while chunk := (yield Read()):
            received += len(chunk)
            yield from sink.write(chunk)
        if total is not None and received < total:
            raise unreachable(f"The download was interrupted after {received} of {total} bytes.")

    yield from retrying(call, part)


def _total(opened: Opened, received: int, size: int | None) -> int | None:
    if "content-encoding" in opened.headers:
        return size
    length = opened.headers.get("content-length", "")
    return max(received + int(length), size or 0) if length.isdigit() else size


def save(service: Service, call: Call, path: str, size: int | None, target: str) -> Steps[None]:
    """Writes to a temporary file beside `target` and renames it once complete, so that no partial file is left."""
    folder, name = os.path.split(target)
    part = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(6)}.part")
    file: IO[bytes] = yield Work(lambda: open(part, "xb"))
    try:
        yield from download(service, call, path, size, File(file))
        yield Work(_ending(file, part, target))
    except BaseException:
        file.close()
        os.unlink(part)
        raise


def _ending(file: IO[bytes], part: str, target: str) -> Callable[[], None]:
    def end() -> None:
        file.close()
        os.replace(part, target)

    return end
