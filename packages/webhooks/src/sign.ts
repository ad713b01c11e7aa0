import { createHmac } from 'node:crypto';
import { readSecret } from './secret.js';

/** The signed parts of a webhook: its id, its time and its exact bytes. */
export interface SignedContent {
  /** Identifies the event; the same for every try. */
  readonly id: string;
  /** Whole seconds since the epoch. */
  readonly timestampSeconds: number;
  readonly body: string | Uint8Array;
}

/** The header set of Standard Webhooks. */
export interface WebhookHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  /** One `v1,<base64>` per secret, with spaces between. */
  readonly 'webhook-signature': string;
}

/** HMAC-SHA256 of `<id>.<timestamp>.<body>`. */
export const signatureOf = ({ id, timestampSeconds, body }: SignedContent, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body).digest();

/** Signs with every secret, in order. Throws for an invalid secret. */
export const signWebhook = (content: SignedContent, secrets: readonly string[]): WebhookHeaders => {
  const signatures = secrets.map((secret) => {
    const key = readSecret(secret);
    if (key === undefined) throw new TypeError('a webhook secret is whsec_ and the base64 of 24 to 64 bytes');
    return `v1,${signatureOf(content, key).toString('base64')}`;
  });
  return {
    'webhook-id': content.id,
    'webhook-timestamp': String(content.timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
};

/**
 * The signature of the body alone, for receivers of another API: `sha256=` and the hex of its HMAC, whose key is the text of the
 * secret as its owner sees it.
 */
export const signBody = (body: string | Uint8Array, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
