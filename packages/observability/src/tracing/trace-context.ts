/** Longest `tracestate` that is passed on, in characters, and most of its members: the minimum that the W3C requires. */
export const MAX_TRACESTATE_CHARS = 512;
export const MAX_TRACESTATE_MEMBERS = 32;

/** Position of a span in its trace. Ids are lower-case hex of 32 and 16 digits. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether spans of the trace are recorded, as decided at its beginning. */
  readonly isSampled: boolean;
  /** `tracestate` as received, which is passed on for other vendors. */
  readonly state?: string;
}

/** A trace context as W3C header values. */
export interface TraceCarrier {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const LONGEST_TRACEPARENT = 256;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);
const STATE_MEMBER = /^[a-z\d][a-z\d_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

const readState = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > MAX_TRACESTATE_CHARS) return undefined;
  const members = text.split(',').map((member) => member.trim());
  const present = members.filter((member) => member !== '');
  const isFit = present.length > 0 && members.length <= MAX_TRACESTATE_MEMBERS;
  return isFit && present.every((member) => STATE_MEMBER.test(member)) ? present.join(',') : undefined;
};

/**
 * Reads `traceparent` and `tracestate`. Undefined without a valid trace; only the `tracestate` is dropped if it is malformed or too
 * long.
 */
export const readTraceContext = (traceparent: unknown, tracestate?: unknown): TraceContext | undefined => {
  if (typeof traceparent !== 'string' || traceparent.length > LONGEST_TRACEPARENT) return undefined;
  const [, version, traceId = NO_TRACE, spanId = NO_SPAN, flags = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  const state = readState(typeof tracestate === 'string' ? tracestate : undefined);
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, isSampled, ...(state === undefined ? {} : { state }) };
};

/** The header values to send; of the flags only the sampled one. */
export const traceCarrier = ({ traceId, spanId, isSampled, state }: TraceContext): TraceCarrier => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
  ...(state === undefined ? {} : { tracestate: state }),
});

/** The trace that a request or a batch begins has the same id, so that one can be found by the other. */
export const traceIdOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** The parent span of all items of a batch, whose id every process can derive. */
export const batchTraceContext = (batchId: string, isSampled: boolean): TraceContext => {
  const traceId = traceIdOf(batchId);
  return { traceId, spanId: traceId.slice(16), isSampled };
};
