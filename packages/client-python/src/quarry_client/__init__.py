"""Client of Quarry, an open, self-hostable data extraction service."""

from . import webhooks
from ._async_batch import AsyncBatch
from ._batch import Batch
from ._client import AsyncQuarry, Quarry
from ._errors import (
    AuthenticationError,
    CancelledError,
    ConnectionFailedError,
    CreditsError,
    InvalidRequestError,
    NotFoundError,
    QuarryError,
    RateLimitError,
    ServiceError,
    TargetError,
    WaitTimeoutError,
)
from ._model import CallInfo, Model, Result
from ._pending import AsyncPendingRequest, PendingRequest
from ._version import VERSION as __version__
from .generated.common import BatchRow, Violation
from .generated.families import result_of
from .generated.scrape import ScrapeWebResult
from .webhooks import WebhookVerificationError

__all__ = [
    "AsyncBatch",
    "AsyncPendingRequest",
    "AsyncQuarry",
    "AuthenticationError",
    "Batch",
    "BatchRow",
    "CallInfo",
    "CancelledError",
    "ConnectionFailedError",
    "CreditsError",
    "InvalidRequestError",
    "Model",
    "NotFoundError",
    "PendingRequest",
    "Quarry",
    "QuarryError",
    "RateLimitError",
    "Result",
    "ScrapeWebResult",
    "ServiceError",
    "TargetError",
    "Violation",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "__version__",
    "result_of",
    "webhooks",
]
