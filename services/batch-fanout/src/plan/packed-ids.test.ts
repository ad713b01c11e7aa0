import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { PackedIds } from './packed-ids.js';

it('uses the places of taken ids again, so that it has as many as wait at once', () => {
  const ids = new PackedIds();
  const waiting: { id: string; index: number; place: number }[] = [];
  for (let index = 0; index < 5_000; index += 1) {
    const id = randomUUID();
    waiting.push({ id, index, place: ids.push(id, index, index % 3) });
    if (waiting.length < 100) continue;
    // Not in the order of their places, as sites take turns.
    const [taken] = waiting.splice((index * 7) % waiting.length, 1);
    const timeoutMs = (taken?.index ?? 0) % 3 || undefined;
    expect(ids.take(taken?.place ?? -1)).toEqual({ id: taken?.id, index: taken?.index, timeoutMs });
  }
  expect(ids.size).toBe(100);
});
