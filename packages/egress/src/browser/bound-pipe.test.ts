import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundPipe, MESSAGE_TOO_LARGE } from './bound-pipe.js';

const MAX_BYTES = 1_000;

/** What a reader of whole messages gets from a bounded pipe, whose bytes come in pieces of these lengths. */
const passOn = async (sent: string, lengths: readonly number[] = [sent.length]): Promise<readonly string[]> => {
  const pipe = new PassThrough();
  let received = '';
  pipe.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  boundPipe(pipe, MAX_BYTES);
  const bytes = Buffer.from(sent, 'latin1');
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    pipe.write(bytes.subarray(at, at + length));
    at += length;
    if (turn % 50 === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  expect(received === '' || received.endsWith('\0')).toBe(true);
  return received.split('\0').slice(0, -1);
};

const answer = (id: number, chars: number, session = ',"sessionId":"AB-12"') =>
  `{"id":${id},"result":{"html":"${'x'.repeat(chars)}"}${session}}`;
const refusal = (id: number, session: object = { sessionId: 'AB-12' }) =>
  JSON.stringify({ id, error: { code: -32_000, message: MESSAGE_TOO_LARGE }, ...session });

describe('the bound of a browser’s messages', () => {
  it('passes on what is within it, however it is cut', async () => {
    const message = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\0\u0100-\uffff]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(message),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
        async (all, cuts) => {
          const sent = all.map((one) => `${one}\0`).join('');
          expect(await passOn(sent, cuts)).toEqual(all);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('answers in the place of what is beyond it, and goes on', async () => {
    const sent = `${answer(1, 5)}\0${answer(2, 5_000)}\0${answer(3, 5)}\0`;
    for (const cuts of [[sent.length], [1], [700], [5, 3_000], [64]]) {
      expect(await passOn(sent, cuts)).toEqual([answer(1, 5), refusal(2), answer(3, 5)]);
    }
    expect(await passOn(`${answer(7, 5_000, '')}\0`, [99])).toEqual([refusal(7, {})]);
  });

  it('drops what nobody asked for', async () => {
    const event = `{"method":"Runtime.exceptionThrown","params":{"text":"${'x'.repeat(5_000)}"},"sessionId":"AB"}`;
    expect(await passOn(`${event}\0${answer(3, 5)}\0`, [300])).toEqual([answer(3, 5)]);
  });

  it('turns at its last byte', async () => {
    const room = MAX_BYTES - answer(1, 0).length - 1;
    expect(await passOn(`${answer(1, room)}\0`)).toEqual([answer(1, room)]);
    expect(await passOn(`${answer(1, room + 1)}\0`)).toEqual([refusal(1)]);
  });
});
