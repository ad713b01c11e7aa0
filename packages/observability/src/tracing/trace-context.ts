/** Longest `tracestate` that is carried on, in characters, and most of its members: what the W3C asks vendors to bear. */
export const MAX_TRACESTATE_CHARS = 512;
export const MAX_TRACESTATE_MEMBERS = 32;

/** Where a span stands. Ids are lower-case hex of 32 and 16 digits. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether spans of the trace are recorded, as its beginning decided. */
  readonly isSampled: boolean;
  /** What other vendors want carried along: `tracestate`, as it came. */
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
  const said = members.filter((member) => member !== '');
  const isFit = said.length > 0 && members.length <= MAX_TRACESTATE_MEMBERS;
  return isFit && said.every((member) => STATE_MEMBER.test(member)) ? said.join(',') : undefined;
};

/**
 * Reads `traceparent` and `tracestate`. Undefined where there is no trace to go on with; a `tracestate` that is broken or too
 * long is left out alone.
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

/** The values to send on; of the flags only the one whose meaning is known. */
export const traceCarrier = ({ traceId, spanId, isSampled, state }: TraceContext): TraceCarrier => ({
  traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
  ...(state === undefined ? {} : { tracestate: state }),
});

/** The trace that a request or a batch begins has its own id, so that whoever knows the one finds the other. */
export const traceIdOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** Where all items of a batch hang: a span that every process knows without asking for it. */
export const batchTraceContext = (batchId: string, isSampled: boolean): TraceContext => {
  const traceId = traceIdOf(batchId);
  return { traceId, spanId: traceId.slice(16), isSampled };
};
