"""Client of Platen, the self-hosted service that converts documents."""

from ._async import AsyncBatchEntry, AsyncJob, AsyncPlaten, AsyncResult
from ._errors import DocumentError, PlatenConnectionError, PlatenError, RequestError, ServiceError
from ._events import Event
from ._inputs import Input, Inputs, Upload
from ._models import JobStatus, Quota, Tool
from ._sync import BatchEntry, Job, Platen, Result
from ._version import VERSION as __version__
from ._webhooks import WebhookEvent, verify_webhook

__all__ = [
    "AsyncBatchEntry",
    "AsyncJob",
    "AsyncPlaten",
    "AsyncResult",
    "BatchEntry",
    "DocumentError",
    "Event",
    "Input",
    "Inputs",
    "Job",
    "JobStatus",
    "Platen",
    "PlatenConnectionError",
    "PlatenError",
    "Quota",
    "RequestError",
    "Result",
    "ServiceError",
    "Tool",
    "Upload",
    "WebhookEvent",
    "__version__",
    "verify_webhook",
]
