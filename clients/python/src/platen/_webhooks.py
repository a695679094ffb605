"""Webhook messages, signed according to standardwebhooks.com."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._errors import PlatenError

_LONGEST_TIME = 15


@dataclass(frozen=True)
class WebhookEvent:
    type: str
    """Such as ``job.succeeded``."""
    timestamp: Any
    data: dict[str, Any]


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, tolerance: float = 300
) -> WebhookEvent:
    """The event of a message.

    Args:
        body: The body as it came, not parsed and written again.
        headers: Of the request; case does not matter.
        secret: ``whsec_…``, as it was shown when the webhook was made.
        tolerance: Seconds that the message may be old, or early.

    Raises:
        PlatenError: With the code ``invalid_signature``.
        ValueError: The secret is malformed.
    """
    content = body.encode() if isinstance(body, str) else bytes(body)
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        raise _invalid("The message has no signature.")
    is_time = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= _LONGEST_TIME
    if not is_time or abs(time.time() - int(timestamp)) > tolerance:
        raise _invalid("The message is too old, or its timestamp is wrong.")
    signed = hmac.new(_key(secret), f"{id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    wanted = f"v1,{base64.b64encode(signed).decode()}".encode()
    if not any([hmac.compare_digest(one.encode(), wanted) for one in signatures.split(" ")]):
        raise _invalid("The signature does not match this secret.")
    try:
        event = json.loads(content)
        return WebhookEvent(str(event["type"]), event.get("timestamp"), event.get("data") or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _invalid("The message is signed but is not an event.") from None


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        # Anybody could sign with an empty key.
        raise ValueError("the secret must be whsec_ and Base64, as shown when the webhook was created")
    return key


def _invalid(message: str) -> PlatenError:
    return PlatenError("invalid_signature", message, retryable=False)
