import type { OperationReport } from './port.js';

/** So many pages in a row that no browser could show say more of the browser than of the pages. */
export const MAX_FAILURES_IN_A_ROW = 5;

export interface BrowserWatch {
  /** Hears of every job that ended. */
  ended(report: Pick<OperationReport, 'verdict' | 'tier'>): void;
  /** Throws while the browser shows nothing. */
  check(): void;
}

/** Judges the browser by what became of the pages: one that starts may still show none. */
export const createBrowserWatch = (): BrowserWatch => {
  let failures = 0;
  return {
    ended: ({ verdict, tier }) => {
      if (tier === 'browser') failures = verdict === 'internal_error' ? failures + 1 : 0;
    },
    check: () => {
      if (failures >= MAX_FAILURES_IN_A_ROW) throw new Error(`the last ${failures} pages could not be shown`);
    },
  };
};
