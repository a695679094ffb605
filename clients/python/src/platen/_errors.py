"""The errors of this package, and their creation from responses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._catalogue import CATALOGUE

_GATEWAY = (502, 503, 504)


class PlatenError(Exception):
    """Base class of all errors of this package."""

    code: str
    """The catalogue's code, such as ``source_unreadable``."""
    status: int
    """The HTTP status; 0 without a response."""
    message: str
    fields: dict[str, Any]
    """All other fields of the response."""
    remedy: str
    """The remedy from the catalogue; empty if unknown."""
    retryable: bool
    """Whether the same call may succeed later."""
    retry_after: float | None
    """Seconds."""
    job_id: str | None

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        fields: Mapping[str, Any] | None = None,
        retryable: bool | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(code, message)
        known = CATALOGUE.get(code)
        self.code = code
        self.status = status
        self.message = message
        self.fields = dict(fields or {})
        self.remedy = known[2] if known else ""
        self.retryable = retryable if retryable is not None else known is not None and known[1] in ("after", "later")
        self.retry_after = retry_after
        job_id = self.fields.get("job_id")
        self.job_id = job_id if isinstance(job_id, str) else None

    def __str__(self) -> str:
        more = f" {self.remedy}" if self.remedy and self.remedy not in self.message else ""
        return f"{self.message}{more} [{self.code}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), dict(self.__dict__)))


class DocumentError(PlatenError):
    """The document was rejected: use a different one."""


class RequestError(PlatenError):
    """The call was refused: change it."""


class ServiceError(PlatenError):
    """The service failed or is too busy."""


class PlatenConnectionError(PlatenError):
    """No response: ``unreachable``, ``timeout``, or ``cut`` for a stream that cannot be resumed."""


def _again(kind: type[PlatenError], state: dict[str, Any]) -> PlatenError:
    error = kind(state["code"], state["message"])
    error.__dict__.update(state)
    return error


def unreachable(message: str) -> PlatenConnectionError:
    return PlatenConnectionError("unreachable", message, retryable=True)


def timed_out() -> PlatenConnectionError:
    return PlatenConnectionError("timeout", "The call took longer than its timeout.", retryable=True)


def is_retried(error: PlatenError) -> bool:
    """Whether the client retries the same request."""
    if isinstance(error, PlatenConnectionError):
        return error.code == "unreachable"
    known = CATALOGUE.get(error.code)
    return known[1] == "after" if known else error.status in _GATEWAY


def error_of(status: int, headers: Mapping[str, str], content: bytes) -> PlatenError:
    """The error of a response."""
    said = _object(content)
    after = _seconds(headers.get("retry-after"))
    if not isinstance(said.get("error"), str):
        gateway = status in _GATEWAY
        kind = ServiceError if status >= 500 else RequestError
        message = f"The service answered {status} without an error of the API."
        return kind(f"http_{status}", message, status=status, retryable=gateway, retry_after=after)
    return error_from_body(status, said, after)


def error_from_body(status: int, said: Mapping[str, Any], retry_after: float | None = None) -> PlatenError:
    """The error of a JSON body; without a status of HTTP (0), the catalogue's."""
    code = str(said["error"])
    known = CATALOGUE.get(code)
    status = status or (known[0] if known else 0)
    if said.get("status") == "rejected":
        kind: type[PlatenError] = DocumentError
    elif status >= 500 or code == "rate_limited":
        kind = ServiceError
    else:
        kind = RequestError
    return kind(
        code,
        str(said.get("message", code)),
        status=status,
        fields={name: value for name, value in said.items() if name not in ("error", "message")},
        retryable=None if known else status in _GATEWAY,
        retry_after=retry_after if retry_after is not None else _seconds(said.get("retry_after")),
    )


def _object(content: bytes) -> dict[str, Any]:
    try:
        said = json.loads(content)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _seconds(value: object) -> float | None:
    """HTTP dates are ignored: the service never sends them."""
    try:
        seconds = float(value) if isinstance(value, (str, int, float)) else -1.0
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
