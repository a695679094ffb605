"""Server-sent events of a job (HTML, section 9.2)."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ._effects import Emit, Read, Steps
from ._errors import unreachable
from ._exchange import Call, Service, retrying

_LAST = ("succeeded", "rejected", "failed", "deleted")
_LINE = re.compile(r"\r\n|\n|\r")
_SILENCE = 45.0
"""The service sends a comment every 15 seconds."""


@dataclass(frozen=True)
class Event:
    """An event of a job: ``progress``, or at the end ``succeeded``, ``rejected``, ``failed`` or ``deleted``."""

    event: str
    data: dict[str, Any]
    id: str = ""


class Parser:
    """Parses chunks of bytes into events, wherever they are split."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._name = ""
        self._data: list[str] = []
        self._id = ""

    def feed(self, chunk: bytes) -> Iterator[Event]:
        text = self._rest + self._decoder.decode(chunk)
        # A CR at the end may be half of a CRLF.
        held = "\r" if text.endswith("\r") else ""
        *lines, rest = _LINE.split(text[: len(text) - len(held)])
        self._rest = rest + held
        for line in lines:
            event = self._take(line)
            if event is not None:
                yield event

    def _take(self, line: str) -> Event | None:
        if line == "":
            name, data = self._name or "message", "\n".join(self._data)
            self._name, self._data = "", []
            return Event(name, _object(data), self._id) if data else None
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif field == "id" and "\0" not in value:
            self._id = value
        return None


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        return {"text": text}
    return data if isinstance(data, dict) else {"value": data}


def events(service: Service, call: Call, job_id: str) -> Steps[None]:
    """Emits the events until the last one; a stream that ends early is reopened after the last received event."""
    last_id = ""
    got_on = False

    def listen() -> Steps[None]:
        nonlocal last_id, got_on
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_id} if last_id else {})}
        yield from service.open(call, "GET", f"/v1/job/{job_id}/events", headers=headers, silence=_SILENCE)
        parser = Parser()
        while chunk := (yield Read()):
            for event in parser.feed(chunk):
                last_id, got_on = event.id or last_id, True
                yield Emit(event)
                if event.event in _LAST:
                    return
        raise unreachable("The stream of events ended before the job did.")

    def has_progress() -> bool:
        nonlocal got_on
        before, got_on = got_on, False
        return before

    yield from retrying(call, listen, has_progress=has_progress)
