"""Requests and their responses: retries, delays, redirects."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from ._effects import Body, Open, Opened, Read, Request, Sleep, Steps, Value
from ._errors import PlatenError, error_of, is_retried, timed_out
from ._version import VERSION

MAX_WAIT = 60.0
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 8.0
_MAX_REDIRECTS = 5
_WITHOUT_CONTENT = (201, 204)


@dataclass(frozen=True)
class Call:
    """One call by the program, with all its requests."""

    retries: int
    deadline: float

    def pause(self, error: PlatenError, tries: int) -> float | None:
        """Seconds until the next retry; None if there is none."""
        if tries >= self.retries or not is_retried(error):
            return None
        pause = error.retry_after
        if pause is None:
            pause = random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 4.0**tries))
        elif pause > MAX_WAIT:
            return None
        return pause if time.monotonic() + pause < self.deadline else None


def retrying(call: Call, action: Callable[[], Steps[Value]], *, has_progress: Callable[[], bool] | None = None) -> Steps[Value]:
    """Returns the result of `action`, with retries where they can help; progress resets the number of retries."""
    tries = 0
    while True:
        try:
            return (yield from action())
        except PlatenError as error:
            if has_progress is not None and has_progress():
                tries = 0
            pause = call.pause(error, tries)
            if pause is None:
                raise
        yield Sleep(pause)
        tries += 1


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: Any
    """A JSON object; None if the text is not one."""


@dataclass(frozen=True)
class Service:
    """The URL of the service, and the credentials."""

    base: str
    """Without ``/v1``."""
    key: str
    headers: Mapping[str, str]

    def url(self, path: str) -> str:
        """The URL of a path on the service, or an absolute URL."""
        return self.base + path if path.startswith("/") else urljoin(f"{self.base}/", path)

    def open(
        self,
        call: Call,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Body | None = None,
        silence: float | None = None,
    ) -> Steps[Opened]:
        """The status and headers of a successful response. The key is not sent to other origins."""
        url = self.url(path)
        sent = {"User-Agent": f"platen-python/{VERSION}", "Accept-Encoding": "identity", **(headers or {})}
        key = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        for _ in range(_MAX_REDIRECTS + 1):
            own = {**self.headers, **key} if _origin(url) == _origin(self.base) else {}
            if time.monotonic() >= call.deadline:
                raise timed_out()
            opened: Opened = yield Open(Request(method, url, {**sent, **own}, call.deadline, body, silence))
            location = opened.headers.get("location")
            if method != "GET" or opened.status not in (301, 302, 303, 307, 308) or location is None:
                break
            url = urljoin(url, location)
        if opened.status >= 300:
            content = yield from read_all(1 << 20)
            raise error_of(opened.status, opened.headers, content)
        return opened

    def ask(
        self,
        call: Call,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Body | None = None,
        silence: float | None = None,
    ) -> Steps[Answer]:
        """The same with its JSON body, with retries where they can help."""

        def once() -> Steps[Answer]:
            opened = yield from self.open(call, method, path, headers=headers, body=body, silence=silence)
            content = yield from read_all()
            if not content and (method not in ("GET", "POST") or opened.status in _WITHOUT_CONTENT):
                return Answer(opened.status, opened.headers, None)
            said = _json(content)
            if not isinstance(said, dict):
                raise error_of(opened.status, opened.headers, content)
            return Answer(opened.status, opened.headers, said)

        return retrying(call, once)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def read_all(most: int = 1 << 28) -> Steps[bytes]:
    content = bytearray()
    while len(content) < most:
        chunk: bytes = yield Read()
        if not chunk:
            break
        content += chunk
    return bytes(content)


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
