import type { Verdict } from '@quarry/contracts';
import { unanswered } from '../../fetch/raw-page.js';
import { judgePage } from '../../fetch/read-page.js';
import { readDocument, type DocumentEnd, type ShownPage } from '../page/read-document.js';
import { LATE, within } from '../within.js';

/** A page on which a step failed gets so long to be read. */
const READ_FAILED_MS = 3_000;

/** Pages that explain why a step failed better than the step does. */
const EXPLAINS: ReadonlySet<Verdict> = new Set(['blocked', 'soft_block', 'consent', 'login_wall', 'target_5xx']);

/** The end of a fetch whose step failed: the page where that is a refusal or an error of the target, else the failure. */
export const endFailedStep = async (shown: ShownPage, message: string): Promise<DocumentEnd> => {
  const request = { ...shown.options.request, screenshot: false };
  const reading = readDocument({ ...shown, options: { ...shown.options, request } });
  const end = await within(reading, READ_FAILED_MS).catch((): typeof LATE => LATE);
  if (end === LATE || !('isAnswered' in end) || !end.isAnswered) {
    return unanswered('scenario_failed', 'step_failed', message);
  }
  if (EXPLAINS.has(judgePage(end.page, request).verdict)) return end;
  const { statusCode } = end.page;
  const told = statusCode >= 400 ? `${message}; the page answered with status ${statusCode}` : message;
  return unanswered('scenario_failed', 'step_failed', told);
};
