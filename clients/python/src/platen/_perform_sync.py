"""Performs the steps of calls for synchronous programs; see :mod:`_perform_async`."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, cast

import httpx

from ._effects import Effect, Emit, Open, Opened, Read, Request, Sleep, Steps, Value, Work
from ._errors import timed_out
from ._http import as_errors, bound_reads, headers_of, opened, shorten, timeout_of

Argument = TypeVar("Argument")
Entry = TypeVar("Entry")


def run(client: httpx.Client, steps: Steps[Value]) -> Value:
    """Performs the steps; returns their value."""
    running = iterate(client, steps)
    try:
        while True:
            next(running)
    except StopIteration as end:
        return cast(Value, end.value)


def iterate(client: httpx.Client, steps: Steps[Value]) -> Generator[Any, None, Value]:
    """Performs the steps, and yields what they emit."""
    connection = _Connection(client)
    answer: Any = None
    error: Exception | None = None
    try:
        while True:
            try:
                effect = steps.send(answer) if error is None else steps.throw(error)
            except StopIteration as end:
                return cast(Value, end.value)
            answer = error = None
            if isinstance(effect, Emit):
                yield effect.value
                continue
            try:
                answer = connection.perform(effect)
            except Exception as failed:
                error = failed
    finally:
        steps.close()
        connection.close()


def gather(
    one: Callable[[int, Argument], Entry], given: Iterator[tuple[int, Argument]], concurrency: int
) -> Iterator[Entry]:
    """Runs ``one`` with each argument, several at a time, and yields each result when it is ready."""
    ended: SimpleQueue[tuple[Entry] | BaseException] = SimpleQueue()

    def work(index: int, argument: Argument) -> None:
        try:
            ended.put((one(index, argument),))
        except BaseException as error:
            ended.put(error)

    running = 0
    while True:
        while running < max(1, concurrency) and (following := next(given, None)) is not None:
            # A program that stops iterating, or ends, does not wait for running calls.
            Thread(target=work, args=following, daemon=True).start()
            running += 1
        if running == 0:
            return
        entry = ended.get()
        running -= 1
        if isinstance(entry, BaseException):
            raise entry
        yield entry[0]


class _Connection:
    """One answer at a time."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        self._deadline = 0.0
        self._response: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def perform(self, effect: Effect) -> Any:
        if isinstance(effect, Open):
            return self._open(effect.request)
        if isinstance(effect, Read):
            return self._read()
        if isinstance(effect, Work):
            return effect.do()
        if isinstance(effect, Sleep):
            time.sleep(effect.seconds)
        return None

    def _open(self, asked: Request) -> Opened:
        self.close()
        self._deadline = asked.deadline
        with as_errors(asked.deadline):
            request = self._client.build_request(
                asked.method,
                asked.url,
                headers=headers_of(asked),
                content=None if asked.body is None else _timed(asked.body.chunks(), asked.deadline),
                timeout=timeout_of(asked),
            )
            self._response = self._client.send(request, stream=True, follow_redirects=False)
        shorten(request, asked.deadline)
        bound_reads(self._response, asked.deadline)
        self._chunks = self._response.iter_bytes()
        return opened(self._response)

    def _read(self) -> bytes:
        if time.monotonic() >= self._deadline:
            raise timed_out()
        with as_errors(self._deadline):
            return next(self._chunks, b"")

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None


def _timed(chunks: Iterator[bytes], deadline: float) -> Iterator[bytes]:
    for chunk in chunks:
        if time.monotonic() >= deadline:
            raise timed_out()
        yield chunk
