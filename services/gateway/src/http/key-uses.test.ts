import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@quarry/observability';
import { KEY_USE_STEP_MS } from '@quarry/store';
import { Writable } from 'node:stream';
import { KEY_CACHE_ENTRIES } from '../bounds.js';
import { createKeyUses } from './key-uses.js';

const setUp = (recordUse: (keyId: string) => Promise<boolean> = async () => true) => {
  const recorded: string[] = [];
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  let nowMs = 0;
  const use = createKeyUses({
    keys: {
      recordUse: (keyId) => {
        recorded.push(keyId);
        return recordUse(keyId);
      },
    },
    clock: () => nowMs,
    log: createLogger({ service: 'gateway', level: 'debug', stream }),
  });
  return { use, recorded, lines, advance: (ms: number) => (nowMs += ms) };
};

describe('the uses of keys', () => {
  it('are recorded once per step and key', () => {
    const { use, recorded, advance } = setUp();
    for (const keyId of ['a', 'a', 'b', 'a']) use(keyId);
    advance(KEY_USE_STEP_MS - 1);
    use('a');
    expect(recorded).toEqual(['a', 'b']);
    advance(1);
    use('a');
    use('a');
    expect(recorded).toEqual(['a', 'b', 'a']);
  });

  it('do not matter to anybody when they cannot be recorded', async () => {
    const { use, recorded, lines, advance } = setUp(() => Promise.reject(new Error('the store is away')));
    use('a');
    use('a');
    await new Promise(setImmediate);
    expect(lines.map((line) => JSON.parse(line) as { level: string })).toMatchObject([{ level: 'debug' }]);
    advance(KEY_USE_STEP_MS);
    use('a');
    expect(recorded).toEqual(['a', 'a']);
  });

  it('are remembered of no more keys than the bound', () => {
    const { use, recorded } = setUp();
    for (let index = 0; index <= KEY_CACHE_ENTRIES; index += 1) use(`k${index}`);
    use(`k${KEY_CACHE_ENTRIES}`);
    expect(recorded).toHaveLength(KEY_CACHE_ENTRIES + 1);
    use('k0');
    expect(recorded).toHaveLength(KEY_CACHE_ENTRIES + 2);
  });
});
