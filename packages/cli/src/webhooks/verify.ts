import { createReadStream } from 'node:fs';
import { TOLERANCE_MS, verifyWebhook, type VerifyResult } from '@quarry/webhooks';
import { causeOf } from '../error-cause.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';

/** Largest body that is read; webhooks have a few kilobytes. */
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

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_WEBHOOK_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000)} s`;

const EXPLANATIONS: Readonly<Record<Exclude<VerifyResult, { isValid: true }>['fault'], string>> = {
  secret: 'This is no secret. Write it as quarry webhook secret prints it: whsec_ and letters after it.',
  timestamp: 'The timestamp is no number of seconds. Write the webhook-timestamp header as it came.',
  unsigned: 'The signature has no v1 part. Write the webhook-signature header as it came, in quotes.',
  mismatch:
    'The signature is not of this id, timestamp, body and secret. The body must be the bytes as they came, and the secret that of the account.',
  too_old: `It was signed well, but too long ago (more than ${seconds(TOLERANCE_MS)}). It may have been sent again by a stranger; --ignore-age judges the signature alone.`,
  too_new: `It was signed well, but for a time more than ${seconds(TOLERANCE_MS)} ahead. Check the clock of this machine.`,
};

const LINE_END = /\r?\n$/;

/** Editors and shells add a line end that was not sent: the commonest reason of a mismatch. */
const isRightWithoutLineEnd = (body: Buffer, verify: (body: Buffer) => VerifyResult): boolean => {
  const text = body.toString('latin1');
  return LINE_END.test(text) && verify(Buffer.from(text.replace(LINE_END, ''), 'latin1')).isValid;
};

/** Judges a webhook as its receiver should, without asking anybody. */
export const verify = async (input: VerifyInput, standardInput: AsyncIterable<Uint8Array>): Promise<Outcome> => {
  const { secret, nowMs, id, timestamp, signature } = input;
  let body: Buffer | undefined;
  try {
    body = await readAll(input.file === '-' ? standardInput : createReadStream(input.file));
  } catch (error) {
    return fail(`The body could not be read from ${input.file} (${causeOf(error)}).`);
  }
  if (body === undefined) return fail(`The body has more than ${MAX_WEBHOOK_BODY_BYTES} bytes: it is no webhook.`);
  const judge = (bytes: Buffer): VerifyResult =>
    verifyWebhook(
      { id, timestamp, signature, body: bytes },
      { secret, nowMs, ...(input.isAgeIgnored ? { toleranceMs: Infinity } : {}) },
    );
  const result = judge(body);
  if (result.isValid) {
    if (input.isJson) return succeedWithJson({ isValid: true, ageSeconds: Math.round(result.ageMs / 1_000) });
    return succeed(`valid, signed ${seconds(result.ageMs)} ${result.ageMs < 0 ? 'ahead' : 'ago'}`);
  }
  const hint =
    result.fault === 'mismatch' && isRightWithoutLineEnd(body, judge)
      ? ' It is right without the line end at the end of the body: that was not sent.'
      : '';
  const failed = fail(`not valid (${result.fault}): ${EXPLANATIONS[result.fault]}${hint}`);
  return input.isJson
    ? { ...failed, out: `${JSON.stringify({ isValid: false, fault: result.fault }, null, 2)}\n` }
    : failed;
};
