"""Results on their way to the program: a download that is cut goes on where it stopped."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from typing import IO, Protocol

from ._effects import Emit, Opened, Read, Steps, Work
from ._errors import unreachable
from ._exchange import Call, Service, retrying


class Sink(Protocol):
    """Where the bytes go."""

    def write(self, chunk: bytes) -> Steps[None]:
        ...

    def restart(self) -> Steps[None]:
        """Forgets what was written."""


class Memory:
    def __init__(self) -> None:
        self.content = bytearray()

    def write(self, chunk: bytes) -> Steps[None]:
        self.content += chunk
        yield from ()

    def restart(self) -> Steps[None]:
        self.content.clear()
        yield from ()


class Stream:
    """What is emitted cannot be taken back."""

    def write(self, chunk: bytes) -> Steps[None]:
        yield Emit(chunk)

    def restart(self) -> Steps[None]:
        raise unreachable("The download was cut, and the service does not let it go on.")


class File:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, chunk: bytes) -> Steps[None]:
        yield Work(lambda: self._file.write(chunk))

    def restart(self) -> Steps[None]:
        yield Work(lambda: (self._file.seek(0), self._file.truncate()))


def download(service: Service, call: Call, path: str, size: int | None, sink: Sink) -> Steps[None]:
    received = 0
    etag: str | None = None

    def part() -> Steps[None]:
        nonlocal received, etag
        asked = {"Range": f"bytes={received}-", "If-Range": etag} if received > 0 and etag is not None else {}
        opened = yield from service.open(call, "GET", path, headers=asked)
        if opened.status == 206 and not opened.headers.get("content-range", "").startswith(f"bytes {received}-"):
            etag = None
            raise unreachable("The service went on with the download at another place.")
        if opened.status != 206 and received > 0:
            yield from sink.restart()
            received = 0
        found = opened.headers.get("etag", "")
        etag = found if found.startswith('"') else None
        total = _total(opened, received, size)
        while chunk := (yield Read()):
            received += len(chunk)
            yield from sink.write(chunk)
        if total is not None and received < total:
            raise unreachable(f"The download was cut after {received} of {total} bytes.")

    yield from retrying(call, part)


def _total(opened: Opened, received: int, size: int | None) -> int | None:
    if "content-encoding" in opened.headers:
        return size
    length = opened.headers.get("content-length", "")
    return max(received + int(length), size or 0) if length.isdigit() else size


def save(service: Service, call: Call, path: str, size: int | None, target: str) -> Steps[None]:
    """Writes beside `target` and renames what is complete, so that no half file stays."""
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
