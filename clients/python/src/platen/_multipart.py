"""Forms as browsers send them (RFC 7578): raw UTF-8 names, and a length that is known in advance."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

from ._effects import Body
from ._inputs import Source

_ESCAPED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


def form(fields: Mapping[str, str], files: Sequence[Source]) -> tuple[str, Body]:
    """The media type and the body: fields come first, so that the service can refuse them before the files."""
    boundary = f"platen-{secrets.token_hex(16)}"
    parts: list[bytes | Source] = []
    for name, value in fields.items():
        parts.append(_head(boundary, f'name="{name.translate(_ESCAPED)}"') + f"{value}\r\n".encode())
    for file in files:
        named = f'name="file"; filename="{file.name.translate(_ESCAPED)}"'
        parts += [_head(boundary, named, "Content-Type: application/octet-stream\r\n"), file, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())

    def chunks() -> Iterator[bytes]:
        for part in parts:
            if isinstance(part, bytes):
                yield part
            else:
                yield from part.chunks()

    length = sum(len(part) if isinstance(part, bytes) else part.size for part in parts)
    return f"multipart/form-data; boundary={boundary}", Body(length, chunks)


def _head(boundary: str, named: str, more: str = "") -> bytes:
    # File names can contain bytes that are not valid UTF-8.
    return f"--{boundary}\r\nContent-Disposition: form-data; {named}\r\n{more}\r\n".encode("utf-8", "replace")
