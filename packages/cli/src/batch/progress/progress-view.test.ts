import { describe, expect, it } from '@jest/globals';
import { createTestStreams } from '../../../test/test-streams.js';
import { createProgressView } from './progress-view.js';
import { RateMeter } from './rate-meter.js';
import type { Progress } from './render-progress.js';

const at = (ended: number): Progress => ({
  jobs: 1,
  jobsEnded: 0,
  isPending: false,
  requests: 100,
  ended,
  succeeded: ended,
  failed: 0,
  creditsCharged: ended,
  perSecond: undefined,
  targetErrors: 0,
  targetStatuses: [],
  failures: [],
  trouble: undefined,
});

const STYLE = { isUnicode: true, isColored: true, isJson: false };

describe('createProgressView', () => {
  it('writes a line now and then where there is no terminal, without control characters', () => {
    const { streams, texts } = createTestStreams();
    let nowMs = 0;
    const view = createProgressView(streams, { ...STYLE, nowMs: () => nowMs });
    for (let second = 0; second <= 12; second += 1) {
      nowMs = second * 1_000;
      view.show(at(second));
    }
    view.end();
    expect(texts.err.split('\n').map((line) => line.split(' ', 1)[0])).toEqual(['0', '5', '10', '12', '']);
    expect(texts.err.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('is quiet while nothing changes, and tells what holds it up once', () => {
    const { streams, texts } = createTestStreams();
    let nowMs = 0;
    const view = createProgressView(streams, { ...STYLE, nowMs: () => nowMs });
    for (; nowMs <= 50_000; nowMs += 1_000) view.show(at(3));
    view.show({ ...at(3), trouble: 'No answer' });
    view.show({ ...at(3), trouble: 'No answer' });
    expect(texts.err.split('\n')).toHaveLength(3);
    expect(texts.err).toMatch(/No answer\n$/);
  });

  it('redraws its own lines on a terminal', () => {
    const { streams, texts } = createTestStreams({ errColumns: 60 });
    const view = createProgressView(streams, { ...STYLE, isColored: false });
    view.show(at(1));
    view.show({ ...at(2), trouble: 'No answer' });
    view.show(at(3));
    expect([...texts.err.matchAll(/\p{Cc}\[(\d+)A/gu)].map(([, lines]) => lines)).toEqual(['2', '3']);
  });
});

describe('RateMeter', () => {
  it('takes the rate of the last seconds', () => {
    const meter = new RateMeter();
    meter.add(0, 0);
    expect(meter.perSecond).toBeUndefined();
    for (let second = 1; second <= 100; second += 1) meter.add(second * 1_000, second < 50 ? second * 10 : 500);
    expect(meter.perSecond).toBe(0);
    meter.add(101_000, 650);
    expect(meter.perSecond).toBeCloseTo(10, 0);
  });
});
