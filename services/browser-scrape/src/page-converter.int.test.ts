import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MAX_CONVERT_HEAP_MB, MAX_WAITING, type StartTimer } from '@quarry/worker-runtime';
import {
  CONVERT_TIMEOUT_MS,
  createPageConverter,
  type ConvertResult,
  type PageConverter,
  type PageConverterOptions,
} from './page-converter.js';

const PROBE_TASK = new URL('../test/probe-task.ts', import.meta.url);
const MARKDOWN = { formats: ['markdown'], links: false, emails: false } as const;
/** Longer than any test here. */
const NEVER_MS = 600_000;
const HASTY_MS = 100;

const opened: PageConverter[] = [];
const open = (options: Partial<PageConverterOptions> = {}): PageConverter => {
  const converter = createPageConverter({ threads: 1, heapMb: MAX_CONVERT_HEAP_MB, ...options });
  opened.push(converter);
  return converter;
};
const openProbe = (options: Partial<PageConverterOptions> = {}): PageConverter =>
  open({ taskFile: PROBE_TASK, ...options });

afterEach(async () => {
  await Promise.all(opened.splice(0).map((converter) => converter.close()));
});

const convert = (
  converter: PageConverter,
  text: string,
  signal = new AbortController().signal,
): Promise<ConvertResult> =>
  converter.convert({ text, url: 'http://site.test/a/', mediaType: 'text/html' }, MARKDOWN, signal);

/** Timers that end when a test says so, the oldest first: no thread is too slow for them. */
const manualTimers = () => {
  const ends = new Set<() => void>();
  const startTimer: StartTimer = (end) => {
    ends.add(end);
    return () => void ends.delete(end);
  };
  const untilSet = async (count: number): Promise<void> => {
    while (ends.size !== count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const ring = (): void => {
    const [end] = ends;
    if (end === undefined) throw new Error('no timer is set');
    ends.delete(end);
    end();
  };
  return { startTimer, untilSet, ring };
};

const converted = (markdown: string): ConvertResult => ({ outcome: 'converted', content: { markdown } });
/** Those of other tests may end meanwhile. */
const timersNow = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('converting in a thread', () => {
  it('turns a page into what was asked for', async () => {
    const result = await open().convert(
      {
        text: '<h1>Slate</h1><p>See <a href="b">b</a> or write to Desk@Example.com</p>',
        url: 'http://site.test/a/',
        mediaType: 'text/html',
      },
      { formats: ['markdown', 'text'], links: true, emails: true },
      new AbortController().signal,
    );
    expect(result).toMatchObject({
      outcome: 'converted',
      content: { links: ['http://site.test/a/b'], emails: ['desk@example.com'] },
    });
    const { content } = result as Extract<ConvertResult, { outcome: 'converted' }>;
    expect(content.markdown).toContain('# Slate');
    expect(content).not.toHaveProperty('json');
  });

  it('says what it can make nothing of', async () => {
    const result = await open().convert(
      { text: 'body {}', url: 'http://site.test/a.css', mediaType: 'application/x-unheard-of' },
      { formats: ['json'], links: false, emails: false },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ content: { unsupported: expect.any(String) } });
  });

  it('keeps the answers of many at once apart', async () => {
    const converter = openProbe({ threads: 2 });
    const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`);
    expect(await Promise.all(texts.map((text) => convert(converter, text)))).toEqual(texts.map(converted));
  });

  it('rejects what the task throws', async () => {
    const converter = openProbe();
    await expect(convert(converter, 'throw')).rejects.toThrow('task is broken');
    expect(await convert(converter, 'after')).toEqual(converted('after'));
  });
});

describe('the limits of a conversion', () => {
  it('has limits that a page of the largest size can meet', () => {
    expect(CONVERT_TIMEOUT_MS).toBe(20_000);
    expect(MAX_CONVERT_HEAP_MB).toBe(512);
  });

  it('cuts off what takes too long, and the next conversion works', async () => {
    const { startTimer, untilSet, ring } = manualTimers();
    const converter = openProbe({ startTimer });
    await convert(converter, 'warm');
    const spun = convert(converter, 'spin');
    await untilSet(1);
    ring();
    expect(await spun).toEqual({ outcome: 'too_heavy', limit: 'time' });
    expect(await convert(converter, 'after')).toEqual(converted('after'));
  });

  it('cuts it off when the time is up that it is given', async () => {
    expect(await convert(openProbe({ timeoutMs: HASTY_MS }), 'stall')).toEqual({ outcome: 'too_heavy', limit: 'time' });
  });

  it('lets a document that needs too much memory fail alone', async () => {
    const converter = openProbe({ heapMb: 24, timeoutMs: NEVER_MS });
    expect(await convert(converter, 'hoard')).toEqual({ outcome: 'too_heavy', limit: 'memory' });
    expect(await convert(converter, 'after')).toEqual(converted('after'));
    expect(await convert(converter, 'hoard')).toEqual({ outcome: 'too_heavy', limit: 'memory' });
    expect(await convert(converter, 'again')).toEqual(converted('again'));
  });

  it('lets others go on while one is cut off', async () => {
    const { startTimer, ring } = manualTimers();
    const converter = openProbe({ threads: 2, startTimer });
    const stalled = convert(converter, 'stall');
    const others = await Promise.all(['a', 'b', 'c'].map((text) => convert(converter, text)));
    expect(others).toEqual(['a', 'b', 'c'].map(converted));
    ring();
    expect(await stalled).toEqual({ outcome: 'too_heavy', limit: 'time' });
  });

  it('does not count the wait for a thread against a page', async () => {
    const { startTimer, untilSet, ring } = manualTimers();
    const converter = openProbe({ startTimer });
    const ends = Promise.all(['stall', 'stall', 'light'].map((text) => convert(converter, text)));
    for (let stalled = 0; stalled < 2; stalled += 1) {
      // One has a thread and a timer, the others have neither.
      await untilSet(1);
      ring();
    }
    expect(await ends).toEqual([
      { outcome: 'too_heavy', limit: 'time' },
      { outcome: 'too_heavy', limit: 'time' },
      converted('light'),
    ]);
  });

  it('takes no more than may wait', async () => {
    const converter = openProbe({ timeoutMs: NEVER_MS });
    const stop = new AbortController();
    const accepted = Array.from({ length: MAX_WAITING + 1 }, () => convert(converter, 'stall', stop.signal));
    const settled = Promise.allSettled(accepted);
    await expect(convert(converter, 'one too many')).rejects.toThrow(`more than ${MAX_WAITING} wait`);
    stop.abort(new Error('stopped'));
    const kinds = new Set((await settled).map(({ status }) => status));
    expect(kinds).toEqual(new Set(['rejected']));
    expect(await convert(converter, 'after')).toEqual(converted('after'));
  });
});

describe('aborting a conversion', () => {
  it('rejects with the reason, in a thread or before, and the next conversion works', async () => {
    const converter = openProbe({ timeoutMs: NEVER_MS });
    await convert(converter, 'warm');
    const stop = new AbortController();
    const running = convert(converter, 'stall', stop.signal);
    const waiting = convert(converter, 'waits', stop.signal);
    const ends = Promise.allSettled([running, waiting]);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort('cancelled');
    const cancelled = { status: 'rejected', reason: 'cancelled' };
    expect(await ends).toEqual([cancelled, cancelled]);
    await expect(convert(converter, 'late', stop.signal)).rejects.toBe('cancelled');
    const hasty = new AbortController();
    const early = convert(converter, 'stall', hasty.signal);
    hasty.abort('changed my mind');
    await expect(early).rejects.toBe('changed my mind');
    expect(await convert(converter, 'after')).toEqual(converted('after'));
  });

  it('leaves no timer and no listener behind, however a conversion ends', async () => {
    const converter = openProbe({ heapMb: 24, timeoutMs: NEVER_MS });
    const hasty = openProbe({ timeoutMs: HASTY_MS });
    await convert(converter, 'warm');
    const before = timersNow();
    const { signal } = new AbortController();
    await convert(converter, 'done', signal);
    await convert(converter, 'throw', signal).catch(() => undefined);
    await convert(converter, 'hoard', signal);
    await convert(hasty, 'stall', signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const stop = new AbortController();
    const running = convert(converter, 'stall', stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    await running.catch(() => undefined);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(timersNow()).toBeLessThanOrEqual(before);
  });
});
