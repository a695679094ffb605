"""The effects of API calls on the outside world.

A call is a generator of these; a driver performs each and sends back what came of it. So the calls are written once, for
synchronous and asynchronous programs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union


@dataclass(frozen=True)
class Body:
    """A body of a known length that can be sent more than once."""

    length: int
    chunks: Callable[[], Iterator[bytes]]


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    deadline: float
    """On the monotonic clock."""
    body: Body | None = None
    silence: float | None = None
    """Seconds without a byte after which the connection counts as broken."""


@dataclass(frozen=True)
class Opened:
    """A response whose body has not been read yet."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    url: str


@dataclass(frozen=True)
class Open:
    """Sends a request; returns an :class:`Opened`. The previous response is closed."""

    request: Request


@dataclass(frozen=True)
class Read:
    """Returns the next bytes of the open response, and ``b""`` at its end."""


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Work:
    """A function that may block, such as reading a file; returns its result."""

    do: Callable[[], Any]


@dataclass(frozen=True)
class Emit:
    """A value for the program that iterates."""

    value: Any = field(repr=False)


Effect = Union[Open, Read, Sleep, Work, Emit]
Value = TypeVar("Value")
Steps = Generator[Effect, Any, Value]
