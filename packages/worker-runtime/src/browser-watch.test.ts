import { describe, expect, it } from '@jest/globals';
import { createBrowserWatch, MAX_FAILURES_IN_A_ROW } from './browser-watch.js';

const fail = { verdict: 'internal_error', tier: 'browser' } as const;

describe('createBrowserWatch', () => {
  it('says when the bound of failures in a row is reached, and no more once a page is shown', () => {
    const watch = createBrowserWatch();
    for (let failure = 1; failure < MAX_FAILURES_IN_A_ROW; failure += 1) watch.ended(fail);
    expect(() => watch.check()).not.toThrow();
    watch.ended(fail);
    expect(() => watch.check()).toThrow(`the last ${MAX_FAILURES_IN_A_ROW} pages`);
    watch.ended({ verdict: 'target_4xx', tier: 'browser' });
    expect(() => watch.check()).not.toThrow();
  });

  it('counts nothing that another tier did', () => {
    const watch = createBrowserWatch();
    for (let failure = 0; failure < MAX_FAILURES_IN_A_ROW; failure += 1) {
      watch.ended(fail);
      watch.ended({ verdict: 'internal_error', tier: 'http' });
    }
    expect(() => watch.check()).toThrow();
    const other = createBrowserWatch();
    for (let failure = 0; failure <= MAX_FAILURES_IN_A_ROW; failure += 1) {
      other.ended({ verdict: 'internal_error', tier: 'http' });
    }
    expect(() => other.check()).not.toThrow();
  });
});
