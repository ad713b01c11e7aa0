import { describe, expect, it } from '@jest/globals';
import { readText } from './read-body.js';
import { readRetryAfterSeconds } from './response-info.js';

describe('readText', () => {
  it('joins characters that are cut between chunks', async () => {
    const bytes = new TextEncoder().encode('schön €');
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readText(new Response(body))).toBe('schön €');
  });

  it('stops at its bound, and cancels the rest', async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(40)),
      cancel: () => {
        isCancelled = true;
      },
    });
    await expect(readText(new Response(body), 100)).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(isCancelled).toBe(true);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-01-31T12:00:00Z');
  it.each([
    ['7', 7],
    ['Sat, 31 Jan 2026 12:00:09 GMT', 9],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['soon', undefined],
  ])('%s is %s seconds', (text, expected) => {
    expect(readRetryAfterSeconds(new Headers({ 'retry-after': text }), nowMs)).toBe(expected);
  });
});
