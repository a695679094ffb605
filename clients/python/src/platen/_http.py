"""Code shared by the drivers for httpx."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from ._effects import Opened, Request
from ._errors import timed_out, unreachable

_CONNECT = 15.0


def timeout_of(request: Request) -> httpx.Timeout:
    left = max(request.deadline - time.monotonic(), 0.001)
    read = left if request.silence is None else min(left, request.silence)
    return httpx.Timeout(connect=min(left, _CONNECT), read=read, write=left, pool=left)


def shorten(request: httpx.Request, deadline: float) -> None:
    """The body has only the time left after the headers."""
    timeouts: dict[str, Any] = request.extensions.get("timeout", {})
    if timeouts.get("read") is not None:
        timeouts["read"] = min(timeouts["read"], max(deadline - time.monotonic(), 0.001))


def bound_reads(response: httpx.Response, deadline: float) -> None:
    """Each read has only the remaining time: httpcore reads the timeout once for a whole body."""
    stream = response.extensions.get("network_stream")
    # An HTTP/2 connection is shared with other requests.
    if stream is None or response.http_version == "HTTP/2":
        return
    read = type(stream).read

    def bounded(max_bytes: int, timeout: float | None = None) -> Any:
        # The connection is reused for other requests.
        if not response.is_closed:
            left = max(deadline - time.monotonic(), 0.001)
            timeout = left if timeout is None else min(timeout, left)
        return read(stream, max_bytes, timeout)

    try:
        stream.read = bounded
    except AttributeError:
        pass  # another transport's


def headers_of(request: Request) -> Mapping[str, str]:
    return request.headers if request.body is None else {**request.headers, "Content-Length": str(request.body.length)}


def opened(response: httpx.Response) -> Opened:
    return Opened(response.status_code, {name.lower(): value for name, value in response.headers.items()}, str(response.url))


@contextmanager
def as_errors(deadline: float) -> Iterator[None]:
    try:
        yield
    except httpx.TimeoutException as error:
        if time.monotonic() >= deadline - 0.01:
            raise timed_out() from error
        raise unreachable("The service does not respond.") from error
    except httpx.RequestError as error:
        raise unreachable(f"The service cannot be reached, or its response was interrupted: {error}") from error
