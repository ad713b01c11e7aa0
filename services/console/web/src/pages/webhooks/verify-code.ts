/** How a receiver checks a signature without a library; the same as in the documentation of webhooks. */
export const VERIFY_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: as Node provides them; body: the raw bytes, before any parsing
export const isFromQuarry = (headers, body, secret) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};`;

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
