"""Requests and responses of one call, without any I/O: what blocking and async clients share."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic import ValidationError

from ._errors import ConnectionFailedError, QuarryError, error_type
from ._model import CallInfo
from ._operation import Operation, R, query_pairs, to_api
from .generated.common import Violation

DEFAULT_MAX_RETRIES = 2
MAX_RETRIES = 10
"""Most retries that may be asked for."""
MAX_RETRY_AFTER_SECONDS = 60.0
"""A longer Retry-After is the caller's to wait for: the error is raised at once and has it."""
FIRST_BACKOFF_SECONDS = 0.5
MAX_BACKOFF_SECONDS = 8.0
DEFAULT_TIMEOUT_SECONDS = 310.0
"""The service ends every call within 300 s."""
CONNECT_TIMEOUT_SECONDS = 10.0

_UNAVAILABLE = (429, 502, 503, 504)
_ERROR_STATUS = 400


@dataclass(frozen=True)
class Outgoing:
    """One call, the same in every try."""

    method: str
    path: str
    """Below the base URL, or a whole URL."""
    query: Sequence[tuple[str, str]] = ()
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = True
    """Whether it may be sent again after a lost connection: a call that charges and has no key may not."""


def make_key() -> str:
    return str(uuid.uuid4())


def outgoing_of(
    operation: Operation[R], params: Mapping[str, Any], key: str | None, *, is_async: bool = False
) -> Outgoing:
    """The call of an operation. An Idempotency-Key is made here, once for all tries."""
    named = to_api(operation.names, params)
    prefer = {"prefer": "respond-async"} if is_async else {}
    if operation.method == "GET":
        return Outgoing("GET", operation.path, tuple(query_pairs(named)), headers=prefer, is_repeatable=False)
    keyed = {"idempotency-key": key or make_key()} if operation.is_keyed else {}
    return Outgoing(
        operation.method, operation.path, body=named, headers={**prefer, **keyed}, is_repeatable=operation.is_keyed
    )


def posted(path: str, body: Any, key: str | None = None) -> Outgoing:
    """A POST with an Idempotency-Key."""
    return Outgoing("POST", path, body=body, headers={"idempotency-key": key or make_key()})


def _number(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def info_of(response: httpx.Response, tries: int) -> CallInfo:
    headers = response.headers
    return CallInfo(
        status=response.status_code,
        request_id=headers.get("x-request-id"),
        credits_charged=_number(headers.get("x-credits-charged")) or 0,
        credits_remaining=_number(headers.get("x-credits-remaining")),
        is_replayed=headers.get("idempotency-replayed") == "true",
        is_cached=headers.get("x-cache") == "hit",
        tries=tries,
    )


def _violations(listed: Any) -> tuple[Violation, ...]:
    try:
        return tuple(Violation.model_validate(one) for one in listed or ())
    except (ValidationError, TypeError):
        return ()


def error_of(response: httpx.Response) -> QuarryError | None:
    """The error that a response with its body read is; None for a success."""
    if response.status_code < _ERROR_STATUS:
        return None
    try:
        body = response.json()
    except ValueError:
        body = None
    info = info_of(response, 1)
    common: dict[str, Any] = {
        "status": info.status,
        "request_id": info.request_id,
        "credits_charged": info.credits_charged,
        "retry_after_seconds": _number(response.headers.get("retry-after")),
    }
    if not isinstance(body, dict) or not isinstance(body.get("error"), str):
        # Something before the service responded, such as a load balancer.
        message = f"The response with status {info.status} is not one of Quarry. Check base_url and what is in between."
        is_retryable = info.status in _UNAVAILABLE
        code = f"http_{info.status}"
        return error_type(code, info.status)(code, message, retryable=is_retryable, body=body, **common)
    code = body["error"]
    if common["retry_after_seconds"] is None:
        common["retry_after_seconds"] = body.get("retryAfterSeconds")
    return error_type(code, info.status)(
        code,
        str(body.get("message", "")),
        retryable=body.get("retryable") is True,
        violations=_violations(body.get("errors")),
        reason=body.get("reason"),
        body=body,
        **common,
    )


def connection_error(error: httpx.HTTPError, outgoing: Outgoing) -> ConnectionFailedError:
    """What to say when there was no response."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    is_unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    can_repeat = is_unsent or outgoing.is_repeatable
    hint = "" if can_repeat else " The call may have run, and was not sent again: client.requests.list() has its result."
    return ConnectionFailedError("connection_failed", f"{outgoing.method} {outgoing.path}: {what}.{hint}", retryable=can_repeat)


def pause_before_retry(error: QuarryError, outgoing: Outgoing, tries: int, max_retries: int) -> float | None:
    """Seconds to wait before the next try; None if there is none."""
    if not error.retryable or tries > max_retries:
        return None
    is_from_quarry = isinstance(error.body, dict) and "retryable" in error.body
    # Not charged, as Quarry says itself; what a middleman says may hide a charge.
    if not is_from_quarry and not isinstance(error, ConnectionFailedError) and not outgoing.is_repeatable:
        return None
    if error.retry_after_seconds is not None:
        return error.retry_after_seconds if error.retry_after_seconds <= MAX_RETRY_AFTER_SECONDS else None
    backoff = min(FIRST_BACKOFF_SECONDS * 2.0 ** (tries - 1), MAX_BACKOFF_SECONDS)
    return backoff * random.uniform(0.5, 1.0)


def body_of(response: httpx.Response) -> Any:
    """The JSON of a success."""
    try:
        return response.json()
    except (ValueError, json.JSONDecodeError):
        raise _unreadable(response, response.text[:200]) from None


def _unreadable(response: httpx.Response, detail: Any) -> QuarryError:
    info = info_of(response, 1)
    return QuarryError(
        "unreadable_response",
        f"The response with status {info.status} is not as the contract says; the error's body has it.",
        status=info.status,
        request_id=info.request_id,
        credits_charged=info.credits_charged,
        body=detail,
    )


def result_of(operation_result: type[R], response: httpx.Response, tries: int) -> R:
    """The result in a response. What it charged for is not lost if the model does not fit: the error has the body."""
    body = body_of(response)
    try:
        result = operation_result.model_validate(body)
    except ValidationError as error:
        raise _unreadable(response, body) from error
    result._info = info_of(response, tries)
    return result


def origin_of(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    default = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname, parts.port or default
