"""Calls that are sent again under their Idempotency-Key, as a check of Schemathesis."""

import json
from collections import Counter

import requests

# How often each was seen: replays, conflicts, refused keys.
seen = Counter()

FREED = {402, 429}
# No key: empty, with a blank, beyond ASCII, too long, two in one.
ODD_KEYS = ["", " ", "a b", "caf\u00e9", "k" * 256, "a, b", "\x7f"]
ACCOUNT_HEADERS = ("x-request-id", "content-type")
TIMEOUT_S = 60

session = requests.Session()


def send_again(request, body=None, key=None):
    again = request.copy()
    if key is not None:
        again.headers["Idempotency-Key"] = key.encode("latin-1")
    if body is not None:
        again.prepare_body(json.dumps(body), None)
        again.headers["Content-Type"] = "application/json"
    return session.send(again, timeout=TIMEOUT_S, allow_redirects=False)


def usage(request):
    base = request.url.split("/scrape/")[0]
    answer = session.get(f"{base}/user/me/usage", headers={"x-api-key": request.headers["x-api-key"]}, timeout=TIMEOUT_S)
    return answer.json()["data"]["availableCredits"]


def is_kept(status):
    return 200 <= status < 300 or (400 <= status < 500 and status not in FREED)


def is_same_body(first, again):
    """Of a long list of violations only the first are kept, and how many there were."""
    if again.content == first.content:
        return True
    kept = json.loads(again.content)
    errors, all_errors = kept.get("errors") or [], json.loads(first.content).get("errors") or []
    return kept.get("errorsCount") == len(all_errors) and 0 < len(errors) and errors == all_errors[: len(errors)]


def check_replay(response, body):
    """Raises AssertionError unless the same call is answered alike and free, and another one of its key is refused."""
    first, request = response, response.request
    before = usage(request)
    again = send_again(request)
    assert again.status_code == first.status_code, f"replayed with {again.status_code} after {first.status_code}"
    assert is_same_body(first, again), f"replayed with another body: {again.content[:300]!r}"
    assert again.headers.get("Idempotency-Replayed") == "true", "a replay does not say that it is one"
    assert again.headers.get("x-credits-charged") == "0", "a replay says that it was charged"
    for name in ACCOUNT_HEADERS:
        assert again.headers.get(name) == first.headers[name][0], f"a replay differs in {name}"
    seen["replayed"] += 1

    other = send_again(request, {**body, "extractLinks": not body.get("extractLinks")})
    assert other.status_code == 409, f"another body under the key: {other.status_code}"
    assert other.json()["error"] == "idempotency_conflict"
    assert "Idempotency-Replayed" not in other.headers, "a refusal says that it is a replay"
    seen["refused another body"] += 1

    odd = ODD_KEYS[seen["refused an odd key"] % len(ODD_KEYS)]
    refused = send_again(request, key=odd)
    assert refused.status_code == 400, f"the key {odd!r}: {refused.status_code}"
    assert refused.json()["error"] == "bad_request"
    seen["refused an odd key"] += 1
    assert usage(request) == before, "calls that were sent again cost something"
