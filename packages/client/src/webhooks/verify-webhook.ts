import type { WebhookEvent } from './webhook-events.js';

/** How far the time of a webhook may differ from the receiver's clock, in either direction. */
export const WEBHOOK_TOLERANCE_MS = 300_000;
/** Signatures of one header that are checked. */
export const MAX_SIGNATURES = 20;

/**
 * `secret`: not a `whsec_...` secret. `headers`: a `webhook-` header is missing or malformed. `mismatch`: no signature matches this
 * body, id, time and secret. `too_old`, `too_new`: a valid signature of another time; a replay, or a wrong clock. `body`: it is
 * signed but is not JSON.
 */
export type WebhookFault = 'secret' | 'headers' | 'mismatch' | 'too_old' | 'too_new' | 'body';

const MESSAGES: Readonly<Record<WebhookFault, string>> = {
  secret: 'The secret is not a webhook secret: whsec_ and the base64 of 24 to 64 bytes.',
  headers: 'The headers webhook-id, webhook-timestamp and webhook-signature are missing or malformed.',
  mismatch: 'No signature matches. Verify the bytes of the body as received, with the secret of the account.',
  too_old: 'The webhook is older than the tolerance: a replay, or a wrong clock.',
  too_new: 'The webhook is of the future: a wrong clock.',
  body: 'The body is not JSON.',
};

/** Do not act on what came with it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(readonly fault: WebhookFault) {
    super(MESSAGES[fault]);
  }
}

export interface WebhookToVerify {
  /** As the server provides them: a `Headers`, or Node's object. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as received, before anything parsed it. */
  readonly body: string | Uint8Array;
  /** Of `client.webhooks.secret()`; several while the deployment's secret is being changed. */
  readonly secret: string | readonly string[];
  /** Default: 300,000. */
  readonly toleranceMs?: number | undefined;
  /** Default: the clock. */
  readonly nowMs?: number | undefined;
}

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
};

// The type has no name that browsers and Node share.
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const importKey = (secret: string): Promise<HmacKey> => {
  const [, encoded = ''] = SECRET.exec(secret) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
    throw new WebhookVerificationError('secret');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const headerIn = (headers: WebhookToVerify['headers'], name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string') return value;
  throw new WebhookVerificationError('headers');
};

const readSignatures = (header: string): Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .flatMap((part) => fromBase64(part.slice('v1,'.length)) ?? []);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
};

/**
 * The event of a webhook that the service has signed for this account. Rejects with `WebhookVerificationError` for any other. The
 * comparison takes constant time. The same event may arrive twice: `webhook-id` identifies it.
 */
export const verifyWebhook = async (webhook: WebhookToVerify): Promise<WebhookEvent> => {
  const { headers, body, secret, toleranceMs = WEBHOOK_TOLERANCE_MS, nowMs = Date.now() } = webhook;
  const [id, timestamp] = [headerIn(headers, 'webhook-id'), headerIn(headers, 'webhook-timestamp')];
  const signatures = readSignatures(headerIn(headers, 'webhook-signature'));
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0) throw new WebhookVerificationError('headers');
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  const signed = join(bytesOf(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const checks = secrets.map(importKey).flatMap((key) =>
    // verify compares in constant time.
    signatures.map(async (signature) => crypto.subtle.verify('HMAC', await key, signature, signed)),
  );
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookVerificationError('mismatch');
  const ageMs = nowMs - Number(timestamp) * 1_000;
  if (Math.abs(ageMs) > toleranceMs) throw new WebhookVerificationError(ageMs > 0 ? 'too_old' : 'too_new');
  try {
    // safe because the service has signed it
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body');
  }
};
