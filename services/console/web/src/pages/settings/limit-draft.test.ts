import { describe, expect, it } from '@jest/globals';
import { fromDraft, limitWords, NO_LIMITS, toDraft, toggled } from './limit-draft.js';

describe('limits that are being entered', () => {
  it('are those of the key, there and back', () => {
    const limits = { creditsPerDay: 0, operations: ['scrape'], concurrency: 3 };
    expect(fromDraft(toDraft(limits))).toEqual(limits);
    expect([fromDraft(NO_LIMITS), fromDraft(toDraft({}))]).toEqual([{}, {}]);
  });

  it('are sent as they are where they are no numbers, so that the server can say so', () => {
    expect(fromDraft({ ...NO_LIMITS, creditsPerDay: ' 1.5 ', concurrency: '-1' })).toEqual({
      creditsPerDay: '1.5',
      concurrency: '-1',
    });
  });

  it('have a family instead of its operations', () => {
    expect(toggled(['scrape/web', 'enginea/serp'], 'enginea', true)).toEqual(['scrape/web', 'enginea']);
    expect(toggled(['scrape/web', 'enginea'], 'enginea', false)).toEqual(['scrape/web']);
    expect(toggled([], 'enginea/serp', true)).toEqual(['enginea/serp']);
  });

  it('are said in few words', () => {
    expect(limitWords({ creditsPerDay: 5_000, concurrency: 1, operations: ['scrape', 'enginea/serp'] })).toEqual([
      '5,000 credits a day',
      '1 at once',
      'scrape, enginea/serp',
    ]);
    expect(limitWords({ operations: ['a', 'b', 'c'] })).toEqual(['3 operations or families']);
    expect(limitWords({})).toEqual([]);
  });
});
