import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { defaultTextMapGetter, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import fc from 'fast-check';
import {
  batchTraceContext,
  MAX_TRACESTATE_CHARS,
  MAX_TRACESTATE_MEMBERS,
  readTraceContext,
  traceCarrier,
  traceIdOf,
} from './trace-context.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

/** Header values near to valid ones. */
const traceparents = fc.oneof(
  fc.tuple(hex(2), hex(32), hex(16), hex(2)).map((parts) => parts.join('-')),
  fc
    .tuple(fc.constantFrom('00', '01', 'ff', 'FF'), hex(32), hex(16), fc.constantFrom('00', '01', '03', 'ff'))
    .map((parts) => parts.join('-')),
  fc
    .tuple(fc.constantFrom('00', '01'), fc.constantFrom('-x', '-', 'x'))
    .map(([version, end]) => `${version}-${TRACE}-${SPAN}-01${end}`),
  fc.constantFrom(
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    '',
  ),
  fc.string({ maxLength: 80 }),
);

const members = fc.tuple(fc.stringMatching(/^[a-z][a-z0-9_\-*/@]{0,20}$/), fc.stringMatching(/^[a-zA-Z0-9:;.]{1,20}$/));

describe('an incoming trace context', () => {
  it('is read as the W3C propagator of OpenTelemetry reads it', () => {
    const propagator = new W3CTraceContextPropagator();
    fc.assert(
      fc.property(traceparents, (traceparent) => {
        const context = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
        const theirs = trace.getSpanContext(context);
        const ours = readTraceContext(traceparent);
        const expected = theirs && {
          traceId: theirs.traceId,
          spanId: theirs.spanId,
          isSampled: (theirs.traceFlags & 1) === 1,
        };
        // It takes a blank around the value, which no HTTP header has.
        expect(ours).toEqual(/^\s|\s$/.test(traceparent) ? undefined : expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('carries the state of other vendors along as it came', () => {
    const entries = fc.uniqueArray(members, { minLength: 1, maxLength: 10, selector: ([key]) => key });
    fc.assert(
      fc.property(entries, (list) => {
        const state = list.map((member) => member.join('=')).join(',');
        const context = readTraceContext(`00-${TRACE}-${SPAN}-00`, state);
        expect(context && traceCarrier(context)).toEqual({ traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: state });
      }),
    );
  });

  it.each([
    ['too long', `a=${'x'.repeat(200)},b=${'x'.repeat(200)},c=${'x'.repeat(MAX_TRACESTATE_CHARS - 407)}`],
    ['of too many members', Array.from({ length: MAX_TRACESTATE_MEMBERS + 1 }, (_, index) => `k${index}=v`).join(',')],
    ['without a value', 'a'],
    ['with a control character', 'a=b\u0001c'],
    ['empty', ''],
  ])('goes on without a state that is %s', (_what, state) => {
    expect(readTraceContext(`00-${TRACE}-${SPAN}-01`, state)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      isSampled: true,
    });
  });

  it('keeps a state at the bounds', () => {
    const long = `a=${'x'.repeat(200)},b=${'x'.repeat(200)},c=${'x'.repeat(MAX_TRACESTATE_CHARS - 408)}`;
    const many = Array.from({ length: MAX_TRACESTATE_MEMBERS }, (_, index) => `k${index}=v`).join(',');
    expect(long).toHaveLength(MAX_TRACESTATE_CHARS);
    for (const state of [long, many]) expect(readTraceContext(`00-${TRACE}-${SPAN}-01`, state)?.state).toBe(state);
  });

  it('is nothing where the value is not a text, or is endless', () => {
    for (const value of [undefined, 7, ['00'], `01-${TRACE}-${SPAN}-01-${'x'.repeat(5_000)}`]) {
      expect(readTraceContext(value)).toBeUndefined();
    }
  });
});

describe('a trace context that is sent on', () => {
  it('is read again as it was, with the flag whose meaning is known alone', () => {
    const context = readTraceContext(`00-${TRACE}-${SPAN}-ff`);
    expect(context && traceCarrier(context).traceparent).toBe(`00-${TRACE}-${SPAN}-01`);
  });
});

describe('the trace of a batch', () => {
  it('is found by the id of the job', () => {
    const id = randomUUID();
    const context = batchTraceContext(id, true);
    expect(context.traceId).toBe(traceIdOf(id));
    expect(context.traceId).toBe(id.replaceAll('-', ''));
    expect(readTraceContext(traceCarrier(context).traceparent)).toEqual(context);
  });
});
