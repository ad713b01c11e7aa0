/** How a receiver checks a signature in Python without a library. */
export const VERIFY_PYTHON = `import base64, hashlib, hmac, time

# headers: with lower-case names; body: the raw bytes, before any parsing
def is_from_quarry(headers, body, secret):
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{stamp}.'.encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one, "v1," + expected) for one in given)`;

/** For one delivery by hand. */
export const VERIFY_CLI = `quarry webhook verify --secret whsec_... --id <webhook-id> \\
  --timestamp <webhook-timestamp> --signature "<webhook-signature>" body.json`;
