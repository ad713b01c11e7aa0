"""What a call can fail with."""

from __future__ import annotations

from typing import Any

from .generated.common import Violation


class QuarryError(Exception):
    """A call failed. Decide by `code`, which is stable; `message` may change."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool = False,
        status: int | None = None,
        request_id: str | None = None,
        credits_charged: int = 0,
        violations: tuple[Violation, ...] = (),
        reason: str | None = None,
        retry_after_seconds: float | None = None,
        body: Any = None,
    ) -> None:
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.code = code
        self.message = message
        self.retryable = retryable
        """Whether the same call may succeed later."""
        self.status = status
        """HTTP status; None if there was no response."""
        self.request_id = request_id
        self.credits_charged = credits_charged
        self.violations = violations
        """Every violated rule, with `validation_failed`."""
        self.reason = reason
        """A machine-readable detail, such as the block system that was recognized."""
        self.retry_after_seconds = retry_after_seconds
        self.body = body
        """The body of the response, if it was JSON."""
        self.tries = 1
        """How often the call was sent."""

    def __str__(self) -> str:
        listed = "".join(f"\n  {one.field}: {one.message}" for one in self.violations)
        return f"{super().__str__()}{listed}"


class AuthenticationError(QuarryError):
    """The API key is missing, unknown, revoked, or may not make this call."""


class CreditsError(QuarryError):
    """The account has not enough credits for this call."""


class InvalidRequestError(QuarryError):
    """The call itself is wrong: `violations` names every mistake."""


class NotFoundError(QuarryError):
    """No such request, job, file, or record on the target site."""


class RateLimitError(QuarryError):
    """The account is at a limit; `retry_after_seconds` says how long to wait."""


class TargetError(QuarryError):
    """The target blocked, failed, or took too long. Free of charge."""


class ServiceError(QuarryError):
    """The service itself failed or is at its limit. Free of charge."""


class ConnectionFailedError(QuarryError):
    """No response: the connection failed, or the timeout of the client passed."""


class CancelledError(QuarryError):
    """The caller's `cancel` event was set."""


class WaitTimeoutError(QuarryError):
    """What was waited for has not ended in the given time. It goes on; wait again."""


_BY_CODE: dict[str, type[QuarryError]] = {
    "unauthorized": AuthenticationError,
    "forbidden": AuthenticationError,
    "credits_exhausted": CreditsError,
    "not_found": NotFoundError,
    "job_not_found": NotFoundError,
    "target_not_found": NotFoundError,
    "concurrency_limit": RateLimitError,
    "free_budget_exhausted": RateLimitError,
    "target_forbidden": InvalidRequestError,
    "deadline_exceeded": TargetError,
    "duplicate_page": TargetError,
    "robots_disallowed": TargetError,
    "scenario_failed": TargetError,
    "proxy_unavailable": InvalidRequestError,
    "session_unusable": InvalidRequestError,
}
_CLIENT_ERROR, _SERVER_ERROR = 400, 500


def error_type(code: str, status: int | None) -> type[QuarryError]:
    """The class for a code of the service; for an unknown one, by its status."""
    known = _BY_CODE.get(code)
    if known is not None:
        return known
    if code.startswith("target_"):
        return TargetError
    if status is None:
        return QuarryError
    if status >= _SERVER_ERROR:
        return ServiceError
    return InvalidRequestError if status >= _CLIENT_ERROR else QuarryError
