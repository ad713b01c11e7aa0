import { createReadStream } from 'node:fs';
import { TOLERANCE_MS, verifyWebhook, type VerifyResult } from '@quarry/webhooks';
import { causeOf } from '../error-cause.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { readBounded } from '../read-bounded.js';

/** Maximum size of a body; webhooks have a few kilobytes. */
export const MAX_WEBHOOK_BODY_BYTES = 4 * 1_048_576;

export interface VerifyInput {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
  /** The file with the body; `-` is standard input. */
  readonly file: string;
  readonly isAgeIgnored: boolean;
  readonly isJson: boolean;
  readonly nowMs: number;
}

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} s`;

const EXPLANATIONS: Readonly<Record<Exclude<VerifyResult, { isValid: true }>['fault'], string>> = {
  secret: 'This is not a secret. Use the one of the command webhook secret; it begins with whsec_.',
  timestamp: 'The timestamp is not a number of seconds. Use the webhook-timestamp header unchanged.',
  unsigned: 'The signature has no v1 part. Use the webhook-signature header unchanged, in quotes.',
  mismatch:
    'The signature does not match this id, timestamp, body and secret. The body must be the received bytes, and the secret that of the account.',
  too_old: `The signature is valid, but older than ${seconds(TOLERANCE_MS)}. It may be a replay by a third party; --ignore-age checks the signature alone.`,
  too_new: `The signature is valid, but its time is more than ${seconds(TOLERANCE_MS)} ahead. Check the clock of this machine.`,
};

const LINE_END = /\r?\n$/;

/** Editors and shells add a line end that was not sent, the most common cause of a mismatch. */
const isRightWithoutLineEnd = (body: Buffer, verify: (body: Buffer) => VerifyResult): boolean => {
  const text = body.toString('latin1');
  return LINE_END.test(text) && verify(Buffer.from(text.replace(LINE_END, ''), 'latin1')).isValid;
};

/** Verifies a webhook offline, as its receiver should. */
export const verify = async (input: VerifyInput, standardInput: AsyncIterable<Uint8Array>): Promise<Outcome> => {
  const { secret, nowMs, id, timestamp, signature } = input;
  let body: Buffer | undefined;
  try {
    body = await readBounded(input.file === '-' ? standardInput : createReadStream(input.file), MAX_WEBHOOK_BODY_BYTES);
  } catch (error) {
    return fail(`The body could not be read from ${input.file} (${causeOf(error)}).`);
  }
  if (body === undefined) return fail(`The body has more than ${MAX_WEBHOOK_BODY_BYTES} bytes: it is not a webhook.`);
  const judge = (bytes: Buffer): VerifyResult =>
    verifyWebhook(
      { id, timestamp, signature, body: bytes },
      { secret, nowMs, toleranceMs: input.isAgeIgnored ? Infinity : TOLERANCE_MS },
    );
  const result = judge(body);
  if (result.isValid) {
    if (input.isJson) return succeedWithJson({ isValid: true, ageSeconds: Math.round(result.ageMs / 1_000) });
    return succeed(`valid, signed ${seconds(result.ageMs)} ${result.ageMs < 0 ? 'ahead' : 'ago'}`);
  }
  const hint =
    result.fault === 'mismatch' && isRightWithoutLineEnd(body, judge)
      ? ' It matches without the line end at the end of the body, which was not sent.'
      : '';
  const failed = fail(`not valid (${result.fault}): ${EXPLANATIONS[result.fault]}${hint}`);
  return input.isJson
    ? { ...failed, out: `${JSON.stringify({ isValid: false, fault: result.fault }, null, 2)}\n` }
    : failed;
};
