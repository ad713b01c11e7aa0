import type { OpenTimeouts } from './open-page.js';
import type { PageWatchOptions } from './page-watch.js';
import type { SettleLimits } from './settle-page.js';
import type { StepLimits } from '../steps/step-limits.js';

/** Bounds of one page, in place of the defaults. */
export interface PageLimits
  extends
    Partial<OpenTimeouts>,
    Pick<PageWatchOptions, 'lookEveryMs' | 'blockedMs' | 'silentMs'>,
    Partial<StepLimits>,
    SettleLimits {
  /** Default: `CLOSE_TIMEOUT_MS`. */
  readonly closeMs?: number | undefined;
  /** Default: `LEAD_ANSWER_MS`. */
  readonly leadAnswerMs?: number | undefined;
  /** Default: `PRINT_WAIT_MS`. */
  readonly printWaitMs?: number | undefined;
  /** Default: `MAX_PDF_BYTES`. */
  readonly maxPdfBytes?: number | undefined;
  /** Default: `MAX_PAGE_DOCUMENTS`. */
  readonly maxDocuments?: number | undefined;
}
