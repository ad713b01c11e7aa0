import { timingSafeEqual } from 'node:crypto';
import { readSecret } from './secret.js';
import { signatureOf } from './sign.js';

/** How far the time of a webhook may differ from the receiver's clock, in either direction. */
export const TOLERANCE_MS = 300_000;
/** Signatures of one header that are checked. */
export const MAX_SIGNATURES = 20;

export interface WebhookToVerify {
  /** `webhook-id` */
  readonly id: string;
  /** `webhook-timestamp`, as received. */
  readonly timestamp: string;
  /** `webhook-signature`, as received. */
  readonly signature: string;
  /** The body's bytes as received, before anything parsed them. */
  readonly body: string | Uint8Array;
}

/**
 * `secret`: not a `whsec_...` secret. `timestamp`: not a number of seconds. `unsigned`: the header has no `v1`
 * signature. `mismatch`: no signature matches this body, id, time and secret. `too_old`, `too_new`: a valid signature
 * of another time; a replay, or a wrong clock.
 */
export type VerifyFault = 'secret' | 'timestamp' | 'unsigned' | 'mismatch' | 'too_old' | 'too_new';

export type VerifyResult =
  | { readonly isValid: true; readonly ageMs: number }
  | { readonly isValid: false; readonly fault: Exclude<VerifyFault, 'too_old' | 'too_new'> }
  | { readonly isValid: false; readonly fault: 'too_old' | 'too_new'; readonly ageMs: number };

const invalid = (fault: Exclude<VerifyFault, 'too_old' | 'too_new'>): VerifyResult => ({ isValid: false, fault });

const v1Signatures = (header: string): string[] =>
  header
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice('v1,'.length));

const isSame = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
};

/** Verifies a webhook as its receiver should. The time is checked only when the signature is valid. */
export const verifyWebhook = (
  webhook: WebhookToVerify,
  options: {
    readonly secret: string;
    readonly nowMs: number;
    /** Default: `TOLERANCE_MS`; `Infinity` takes any age. */
    readonly toleranceMs?: number;
  },
): VerifyResult => {
  const key = readSecret(options.secret);
  if (key === undefined) return invalid('secret');
  if (!/^\d{1,12}$/.test(webhook.timestamp)) return invalid('timestamp');
  const signatures = v1Signatures(webhook.signature);
  if (signatures.length === 0) return invalid('unsigned');
  const timestampSeconds = Number(webhook.timestamp);
  const expected = signatureOf({ id: webhook.id, timestampSeconds, body: webhook.body }, key);
  if (!signatures.some((signature) => isSame(signature, expected))) return invalid('mismatch');
  const ageMs = options.nowMs - timestampSeconds * 1_000;
  if (Math.abs(ageMs) <= (options.toleranceMs ?? TOLERANCE_MS)) return { isValid: true, ageMs };
  return { isValid: false, fault: ageMs > 0 ? 'too_old' : 'too_new', ageMs };
};
