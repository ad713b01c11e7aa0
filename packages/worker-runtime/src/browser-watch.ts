import type { OperationReport } from './port.js';

/** After so many failures in a row to show a page the browser is the cause, not the pages. */
export const MAX_FAILURES_IN_A_ROW = 5;

export interface BrowserWatch {
  /** Called for every ended job. */
  ended(report: Pick<OperationReport, 'verdict' | 'tier'>): void;
  /** Throws while the browser shows no page. */
  check(): void;
}

/** Judges the browser by its pages: a browser that starts may still show none. */
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
