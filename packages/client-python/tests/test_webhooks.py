"""Signatures of webhooks, with the example of Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest

from quarry_client.webhooks import MAX_SIGNATURES, TOLERANCE_SECONDS, WebhookVerificationError, verify

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + base64.b64encode(b"another secret").decode()
NOW = 1_800_000_000
BODY = json.dumps({"type": "batch.completed", "timestamp": "2027-01-15T08:00:00.000Z", "data": {"jobId": "j"}}).encode()


def headers(body=BODY, secret=SECRET, stamp=str(NOW), prefix=""):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, b"msg_1." + stamp.encode() + b"." + body, hashlib.sha256).digest()
    signature = prefix + "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": stamp, "Webhook-Signature": signature}


def test_the_example_of_the_standard():
    body = b'{"test": 2432232314}'
    given = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    # The signature is right; what is not an event is refused after it.
    with pytest.raises(WebhookVerificationError, match="not an event"):
        verify(body, given, SECRET, now=1614265330)


@pytest.mark.parametrize("secret", [SECRET, [OTHER, SECRET]])
def test_a_webhook_is_verified_with_any_of_the_secrets(secret):
    event = verify(BODY, headers(prefix="v1,bm90IHRoaXM= v2,x "), secret, now=NOW + TOLERANCE_SECONDS)
    assert (event.type, event.data) == ("batch.completed", {"jobId": "j"})


@pytest.mark.parametrize(
    ("body", "given", "message"),
    [
        (BODY + b" ", headers(), "no signature fits"),
        (BODY, headers(secret=OTHER), "no signature fits"),
        (BODY, headers(stamp=str(NOW - 301)), "recent time"),
        (BODY, headers(stamp=str(NOW + 301)), "recent time"),
        (BODY, headers(stamp="soon"), "recent time"),
        (BODY, {}, "webhook-id is missing"),
        (BODY, {**headers(), "Webhook-Signature": "\u00e9"}, "no signature fits"),
        (BODY, headers(prefix="v1,x " * MAX_SIGNATURES), "too many"),
    ],
)
def test_anything_else_is_refused(body, given, message):
    with pytest.raises(WebhookVerificationError, match=message):
        verify(body, given, SECRET, now=NOW)


def test_a_wrong_use_is_said_to_be_one():
    with pytest.raises(TypeError, match="bytes"):
        verify(BODY.decode(), headers(), SECRET, now=NOW)
    with pytest.raises(ValueError, match="secret"):
        verify(BODY, headers(), "not base64!", now=NOW)
