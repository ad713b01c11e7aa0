import { z } from 'zod';
import { list } from './input/composites.js';
import { field } from './input/field.js';
import { url } from './input/formats.js';
import { choice, integer, jsonChoice, jsonInteger } from './input/scalars.js';
import { REQUEST_DEADLINE_MS } from './messages/job.js';
import { REQUEST_EVENTS } from './routes/batch.js';
import { secretHeadersOf } from './secrets/secret-headers.js';
import { canonicalJson } from './text/canonical-json.js';

/** Shortest `timeout`, milliseconds. */
export const TIMEOUT_MIN_MS = 1_000;
/** Largest `maxAge`, seconds: 30 days. */
export const MAX_AGE_MAX_SECONDS = 2_592_000;

const TIMEOUT = {
  note: 'Time for the whole call in milliseconds, queue and retries included. Past it: 504 target_timeout, free of charge. Default: 300000.',
  min: TIMEOUT_MIN_MS,
  max: REQUEST_DEADLINE_MS,
} as const;

const MAX_AGE = {
  note: 'Return the response of an earlier call of this account with the same parameters, free of charge, if it is at most this many seconds old (an hour where responses have page tokens). It is returned at once, and no webhook event is sent for it.',
  min: 0,
  max: MAX_AGE_MAX_SECONDS,
} as const;

const WEBHOOK_NOTE = 'Where to send an event when this call has ended.';
const URL_NOTE = {
  note: 'Receiver of the event: a public http or https URL. Required if webhook is given.',
  required: true,
} as const;
const EVENTS = { note: 'Events to send.', default: [...REQUEST_EVENTS] };
const EVENT = { note: 'Event.', values: REQUEST_EVENTS } as const;

/** How a call runs, whatever its operation does: parameters of every GET operation. */
export const CALL_FIELDS = {
  timeout: integer(TIMEOUT),
  maxAge: integer(MAX_AGE),
  webhook: field(z.strictObject({ url: url(URL_NOTE), events: list({ ...EVENTS, item: choice(EVENT) }) }), {
    note: WEBHOOK_NOTE,
  }),
};

/** The same in a JSON body. */
export const JSON_CALL_FIELDS = {
  timeout: jsonInteger(TIMEOUT),
  maxAge: jsonInteger(MAX_AGE),
  webhook: field(z.strictObject({ url: url(URL_NOTE), events: list({ ...EVENTS, item: jsonChoice(EVENT) }) }), {
    note: WEBHOOK_NOTE,
  }),
};

export const CALL_FIELD_NAMES = [
  'timeout',
  'maxAge',
  'webhook',
] as const satisfies readonly (keyof typeof CALL_FIELDS)[];

/** Call fields that an item of a batch may not have, and why. */
export const NOT_OF_ITEMS: Readonly<Partial<Record<string, string>>> = {
  maxAge: 'is for single calls only. Leave it out of the requests of a batch.',
  webhook: 'is for single calls only. A batch has one webhook, beside its requests.',
};

export interface CallOptions {
  /** Absent: the default. */
  readonly timeoutMs?: number | undefined;
  readonly maxAgeSeconds?: number | undefined;
  readonly webhookUrl?: string | undefined;
}

interface CheckedCallFields {
  readonly timeout?: number;
  readonly maxAge?: number;
  readonly webhook?: { readonly url: string };
}

/** The call options among checked parameters. */
export const callOptionsOf = (params: unknown): CallOptions => {
  // safe because the parameters are checked, and parameters of operations without these fields lack them
  const { timeout, maxAge, webhook } = (params ?? {}) as CheckedCallFields;
  return { timeoutMs: timeout, maxAgeSeconds: maxAge, webhookUrl: webhook?.url };
};

/** True for the name of a parameter that every single call has. */
export const isCallField = (name: string): boolean => CALL_FIELD_NAMES.some((known) => known === name);

/**
 * A text that is the same for calls of one operation that ask for the same: their parameters in canonical form without call
 * options. Undefined for calls with credentials or a session, whose responses are never given to another call.
 */
export const answerTextOf = (operationId: string, params: Readonly<Record<string, unknown>>): string | undefined => {
  if (secretHeadersOf(params) !== undefined || params['session'] !== undefined) return undefined;
  const asked = Object.fromEntries(Object.entries(params).filter(([name]) => !isCallField(name)));
  return canonicalJson([operationId, asked]);
};
