import { describe, expect, it } from '@jest/globals';
import type { Fetcher, FetchRequest } from '@quarry/egress';
import { measureStages } from './stage-times.js';

const ask = (tier: 'http' | 'browser', url = 'http://a.test/'): FetchRequest => ({
  ...{ url, tier, purpose: 'page', deadlineAtMs: 1 },
});

/** Stages whose fetches last as long as the test says; the clock only moves there and by `pass`. */
const createScene = () => {
  let nowMs = 0;
  const open: (() => void)[] = [];
  const stages = measureStages(() => nowMs);
  const fetcher: Fetcher = {
    fetch: () =>
      new Promise((_resolve, reject) => {
        open.push(() => reject(new Error('the end')));
      }),
    close: async () => undefined,
  };
  const measured = stages.measure(fetcher);
  return {
    stages,
    pass: (durationMs: number) => void (nowMs += durationMs),
    begin: (request: FetchRequest) => measured.fetch(request, new AbortController().signal).catch(() => undefined),
    end: () => open.shift()?.(),
  };
};

describe('measureStages', () => {
  it('tells fetches by their tier from what is done between and after them', async () => {
    const { stages, pass, begin, end } = createScene();
    pass(5);
    const first = begin(ask('http'));
    pass(20);
    end();
    await first;
    pass(7);
    const second = begin(ask('browser', 'http://b.test:81/'));
    pass(300);
    end();
    await second;
    pass(11);
    expect(stages.times()).toEqual({ fetchMs: 20, renderMs: 300, readMs: 23 });
    expect(stages.host()).toBe('a.test');
  });

  it('counts fetches at the same time once, and one that still runs up to now', async () => {
    const { stages, pass, begin, end } = createScene();
    const both = [begin(ask('http')), begin(ask('http'))];
    pass(10);
    end();
    await both[0];
    pass(10);
    expect(stages.times()).toEqual({ fetchMs: 20, readMs: 0 });
    end();
    await both[1];
    pass(3);
    expect(stages.times()).toEqual({ fetchMs: 20, readMs: 3 });
  });

  it('says nothing of stages that a run did not have', () => {
    const { stages, pass } = createScene();
    pass(4);
    expect(stages.times()).toEqual({ readMs: 4 });
    expect(stages.host()).toBeUndefined();
  });
});
