import { describe, expect, it } from '@jest/globals';
import { hasRemoved } from '../../../forms/removed.js';
import { describeParams, HISTORY_MAX, readHistory, withEntry, type HistoryEntry } from './history-entry.js';

const entry = (params: object, atMs = 1): HistoryEntry => ({ operation: 'scrape/web', params: { ...params }, atMs });

describe('the history', () => {
  it('never holds a secret', () => {
    const [kept] = withEntry(
      [],
      entry({
        url: 'https://me:pw@a.example/?token=abc',
        headers: { Cookie: 'sid=1', dnt: '1' },
        jsScenario: [{ fill: ['#password', 'pw'] }],
      }),
    );
    expect(JSON.stringify(kept)).not.toMatch(/abc|sid=1|pw"|:pw/);
    expect(kept?.params).toMatchObject({ headers: { Cookie: '[removed]', dnt: '1' } });
    expect([hasRemoved(kept?.params), hasRemoved({ url: 'https://a.example' }), hasRemoved(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('holds the last calls, each once, newest first', () => {
    let history: readonly HistoryEntry[] = [];
    for (let index = 0; index < 60; index += 1)
      history = withEntry(history, entry({ url: `https://a.example/${index}` }, index));
    expect(history).toHaveLength(HISTORY_MAX);
    history = withEntry(history, entry({ url: 'https://a.example/30' }, 99));
    expect(history).toHaveLength(HISTORY_MAX);
    expect(history[0]).toMatchObject({ atMs: 99, params: { url: 'https://a.example/30' } });
    expect(withEntry([], entry({ url: 'x'.repeat(30_000) }))).toEqual([]);
  });

  it('is read as it was written, and from nothing else', () => {
    const history = withEntry([], {
      ...entry({ url: 'https://a.example' }),
      requestId: 'r1',
      creditsCharged: 1,
      durationMs: 20,
    });
    expect(readHistory(JSON.stringify(history))).toEqual(history);
    for (const odd of [null, '', '{', '{}', '[1, null, {"operation": 5}]']) expect(readHistory(odd)).toEqual([]);
    expect(readHistory('[{"operation":"a","params":{},"atMs":1,"error":5,"x":1}]')).toEqual([
      { operation: 'a', params: {}, atMs: 1 },
    ]);
  });

  it('tells calls apart in one line', () => {
    expect(describeParams({ url: 'https://a.example', q: 'x' })).toBe('https://a.example');
    expect(describeParams({ checkInDate: '2030-01-01', rooms: 2, price: {} })).toBe('2030-01-01, 2');
    expect(describeParams({})).toBe('');
  });
});
