"""Input files of a call."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, Tuple, Union

from ._errors import RequestError

CHUNK = 256 * 1024
_IN_MEMORY = 8 * 1024 * 1024


@dataclass(frozen=True)
class Upload:
    """A file on the service: an upload, or the result of a job."""

    id: str
    name: str = ""
    size_bytes: int = 0


@dataclass(frozen=True)
class ResultData:
    """Its result can be used as an input without sending it again."""

    job_id: str


Named = Tuple[str, Union[bytes, IO[bytes]]]
Input = Union[str, "os.PathLike[str]", IO[bytes], Named, Upload, ResultData]
Inputs = Union[Input, Sequence[Input]]


@dataclass(frozen=True)
class Source:
    """A file to send; it can be read more than once."""

    name: str
    size: int
    held: IO[bytes] | None
    """None if the file is opened by its path."""
    path: str
    start: int
    is_copy: bool = False
    """The copy of a stream that cannot be rewound."""

    def close(self) -> None:
        if self.is_copy and self.held is not None:
            self.held.close()

    def chunks(self, offset: int = 0, length: int | None = None) -> Iterator[bytes]:
        left = self.size - offset if length is None else length
        with self._opened() as file:
            file.seek(self.start + offset)
            while left > 0:
                chunk = file.read(min(CHUNK, left))
                if not chunk:
                    raise OSError(f"{self.name} was truncated while it was sent")
                left -= len(chunk)
                yield chunk

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        if self.held is not None:
            yield self.held
        else:
            with open(self.path, "rb") as file:
                yield file


def listed(files: Inputs) -> list[Input]:
    """One file or several; a pair of a name and its content is one."""
    if isinstance(files, (str, os.PathLike, Upload, ResultData)) or hasattr(files, "read"):
        return [files]  # type: ignore[list-item]
    if isinstance(files, tuple) and len(files) == 2 and _is_content(files[1]):
        return [files]  # type: ignore[list-item]
    return list(files)  # type: ignore[arg-type]


def _is_content(value: object) -> bool:
    return isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "read")


def source_of(given: Input) -> Source | Upload:
    """The source of an input. Streams that cannot be rewound are copied to a temporary file, since a call may be retried."""
    if isinstance(given, Upload):
        return given
    if isinstance(given, ResultData):
        return Upload(given.job_id)
    if isinstance(given, (str, os.PathLike)):
        path = os.fspath(given)
        try:
            with open(path, "rb") as file:
                size = file.seek(0, io.SEEK_END)
        except OSError as error:
            fields = {"path": os.fsdecode(path)}
            raise RequestError("file_unreadable", f"{fields['path']} cannot be read: {error.strerror}", fields=fields) from error
        return Source(os.path.basename(path), size, None, path, 0)
    if isinstance(given, tuple):
        name, content = given
        return _held(name, content if hasattr(content, "read") else io.BytesIO(content))  # type: ignore[arg-type]
    if hasattr(given, "read"):
        name = getattr(given, "name", "")
        return _held(os.path.basename(name) if isinstance(name, str) else "", given)
    raise TypeError("a file is a path, an open binary file, a pair of a name and bytes, or an upload")


def _held(name: str, file: IO[bytes]) -> Source:
    is_copy = not _can_seek(file)
    if is_copy:
        kept: Any = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)
        while chunk := file.read(CHUNK):
            kept.write(chunk)
        kept.seek(0)
        file = kept
    start = file.tell()
    size = file.seek(0, io.SEEK_END) or file.tell()
    return Source(name or "file", size - start, file, "", start, is_copy)


def _can_seek(file: IO[bytes]) -> bool:
    seekable = getattr(file, "seekable", None)
    return bool(seekable()) if seekable is not None else hasattr(file, "seek")
