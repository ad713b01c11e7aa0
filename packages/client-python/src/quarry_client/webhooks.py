"""Verifies webhooks, as Standard Webhooks specifies them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from ._model import Model

TOLERANCE_SECONDS = 300.0
"""Farthest that the time of a webhook may be from now."""
MAX_SIGNATURES = 16
"""A header with more is refused."""


class WebhookVerificationError(Exception):
    """This is not a webhook of the account, or not a recent one. Respond with a 4xx and do nothing."""


class WebhookEvent(Model):
    """A verified webhook."""

    type: str
    """Such as batch.completed."""
    timestamp: datetime
    data: dict[str, Any]
    """Ids and counts; docs/webhooks.md has the fields of each type."""


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("the secret is not one of webhooks: client.webhooks.secret() returns it.") from None


def _check_time(stamp: str, tolerance: float, now: float) -> None:
    if not (stamp.isascii() and stamp.isdigit()) or not abs(now - int(stamp)) <= tolerance:
        raise WebhookVerificationError("webhook-timestamp is not a recent time")


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """The event of a webhook that was signed with the secret, or with one of several.

    `body` is the bytes as received; JSON that was parsed and serialized again may differ. Raises WebhookVerificationError.
    """
    if isinstance(body, str):
        raise TypeError("pass the body's bytes as received, not text")
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, stamp, listed = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise WebhookVerificationError(f"the header {missing.args[0]} is missing") from None
    _check_time(stamp, tolerance_seconds, time.time() if now is None else now)
    signatures = listed.split(" ")
    if len(signatures) > MAX_SIGNATURES:
        raise WebhookVerificationError("webhook-signature has too many signatures")
    signed = f"{message_id}.{stamp}.".encode() + body
    for one in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_key(one), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, given.encode()) for given in signatures):
            return _event(body)
    raise WebhookVerificationError("no signature fits: check the secret, and that body is as received")


def _event(body: bytes) -> WebhookEvent:
    try:
        return WebhookEvent.model_validate_json(body)
    except ValidationError:
        raise WebhookVerificationError("the body is not an event") from None
