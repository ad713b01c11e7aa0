import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { REFUSED_BYTES_PER_MINUTE } from '../bounds.js';
import { createRefusedBytes } from './refused-bytes.js';

const scene = () => {
  let nowMs = 1_000_000;
  const refused = createRefusedBytes(() => nowMs);
  const answer = (accountId: string, bodyBytes: number | undefined, statusCode: number, isWhole = true): void => {
    const socket = { bytesRead: 0 };
    const request = { bodyBytes };
    const parts = { statusCode, writableFinished: isWhole, locals: { request }, req: { socket } };
    // safe because no more of a response is looked at
    const response = Object.assign(new EventEmitter(), parts) as unknown as Response;
    refused.watch(response, accountId);
    socket.bytesRead = 500;
    response.emit('close');
  };
  return { refused, answer, pass: (durationMs: number) => (nowMs += durationMs) };
};

describe('refused bytes', () => {
  it('are bounded by account, and drain evenly within a minute', () => {
    const { refused, answer, pass } = scene();
    answer('acme', REFUSED_BYTES_PER_MINUTE - 1, 422);
    expect(refused.refusal('acme')).toBeUndefined();
    answer('acme', 1 + REFUSED_BYTES_PER_MINUTE / 2, 402);
    expect(refused.refusal('other')).toBeUndefined();
    expect(refused.refusal('acme')).toMatchObject({
      error: 'free_budget_exhausted',
      detail: { reason: 'refused_bytes' },
      retryAfterSeconds: 31,
    });
    pass(30_000);
    expect(refused.refusal('acme')).toMatchObject({ retryAfterSeconds: 1 });
    pass(1_000);
    expect(refused.refusal('acme')).toBeUndefined();
    answer('acme', REFUSED_BYTES_PER_MINUTE, 400);
    pass(120_000);
    answer('acme', REFUSED_BYTES_PER_MINUTE - 1, 400);
    expect(refused.refusal('acme')).toBeUndefined();
  });

  it('count what was refused or left, and nothing else', () => {
    for (const [status, isWhole, isCounted] of [
      [200, true, false],
      [429, true, false],
      [503, true, false],
      [404, true, false],
      [400, true, true],
      [402, true, true],
      [409, true, true],
      [413, true, true],
      [422, true, true],
      [200, false, true],
    ] as const) {
      const { refused, answer } = scene();
      answer('acme', REFUSED_BYTES_PER_MINUTE, status, isWhole);
      expect([status, isWhole, refused.refusal('acme') !== undefined]).toEqual([status, isWhole, isCounted]);
    }
  });

  it('of a body that was not read to its end are those that came', () => {
    const { refused, answer } = scene();
    for (let sent = 500; sent < REFUSED_BYTES_PER_MINUTE; sent += 500) answer('acme', undefined, 400);
    expect(refused.refusal('acme')).toBeUndefined();
    answer('acme', undefined, 400);
    expect(refused.refusal('acme')).toBeDefined();
  });
});
