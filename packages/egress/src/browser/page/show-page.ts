import { toldMediaType } from '@quarry/html';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { Verdict } from '@quarry/contracts';
import type { FetchRequest } from '../../port.js';
import { answered, unanswered } from '../../fetch/raw-page.js';
import { judgePage } from '../../fetch/read-page.js';
import { LATE, within } from '../../wait.js';
import type { TargetRule } from '../../target/target-rule.js';
import type { AdRules } from '../blocking/ad-rules.js';
import type { DocumentTrack } from './document-track.js';
import { submitForm } from './form-page.js';
import { guardPage } from './page-guard.js';
import { endWithoutPage, isRendered, readDocument, type DocumentEnd, type ShownPage } from './read-document.js';
import { isLedAway, settleWhole } from './settle-whole.js';
import { hasSteps, runScenario } from '../steps/run-scenario.js';
import { ScriptResults } from '../steps/script-results.js';
import type { Tenant } from '../tenants.js';

/** Reasons of pages that navigate on without end, or to a target that does not respond. */
const TOO_MANY_REDIRECTS = 'too_many_redirects';
const LEAD_NOT_ANSWERED = 'lead_not_answered';

export interface ShowOptions {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly track: DocumentTrack;
  readonly options: ShownPage['options'] & {
    readonly rule: TargetRule;
    readonly adRules?: AdRules | undefined;
    readonly tenant: Pick<Tenant, 'read'>;
  };
}

const untilCut = async (track: DocumentTrack): Promise<void> => {
  while (track.cutBy() === undefined) await track.nextEnd();
};

/** A script, a refresh or a step has navigated to a page that cannot be read. */
const endLedAway = async (shown: ShownPage): Promise<DocumentEnd> => {
  const refusal = shown.guard.refusal();
  if (refusal) return unanswered('forbidden', refusal);
  if (shown.guard.isLoop()) return unanswered('connection_error', TOO_MANY_REDIRECTS);
  return endWithoutPage(shown, undefined);
};

const asksForElements = ({ waitFor, jsScenario = [] }: FetchRequest): boolean =>
  waitFor !== undefined || jsScenario.length > 0;

/** Longest time to read a page on which a step failed. */
const READ_FAILED_MS = 3_000;

/** Verdicts of pages that explain the failure of a step better than the step itself. */
const EXPLAINS: ReadonlySet<Verdict> = new Set([
  ...(['blocked', 'soft_block', 'consent', 'login_wall', 'rate_limited', 'target_5xx'] as const),
]);

/** The end of a fetch whose step failed: the page if it is a refusal or an error of the target, else the failure. */
const endFailedStep = async (shown: ShownPage, message: string): Promise<DocumentEnd> => {
  const request = { ...shown.options.request, screenshot: false, pdf: false };
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

/** Runs the steps of the fetch; undefined if the page can be read now. */
const performSteps = async (shown: ShownPage, results: ScriptResults): Promise<DocumentEnd | undefined> => {
  const { track, options } = shown;
  const response = track.latest();
  if (!hasSteps(options.request) || track.cutBy() !== undefined || !response) return undefined;
  if (!isRendered(response)) {
    if (!asksForElements(options.request)) return undefined;
    const type = toldMediaType(response.headers()['content-type']);
    const message = `the document is of type ${type}, not a page with elements to wait for or act on`;
    return unanswered('scenario_failed', 'no_page', message);
  }
  const end = await runScenario(shown, results);
  if (isLedAway(shown)) return endLedAway(shown);
  if (end.how === 'failed') return endFailedStep(shown, end.message);
  return end.how === 'unanswered' ? unanswered('page_timeout', LEAD_NOT_ANSWERED, end.message) : undefined;
};

/** Reads the page; one on which what its picture is asked of is missing ends as after a failed step. */
const readShown = async (shown: ShownPage, results: ScriptResults): Promise<DocumentEnd> => {
  const end = await readDocument(shown);
  if ('refetchUrl' in end) return { ...end, scenario: results.whole() };
  if (end.isAnswered) return answered({ ...end.page, scenario: results.whole() });
  const { verdict, message } = end;
  return verdict === 'scenario_failed' && message !== undefined ? endFailedStep(shown, message) : end;
};

/** Loads the document, lets it settle, runs the steps of the fetch, and reads it. */
export const showPage = async ({ page, context, track, options }: ShowOptions): Promise<DocumentEnd> => {
  const { request, rule, adRules, limits } = options;
  const guard = await guardPage({ page, context, request, rule, adRules, maxDocuments: limits?.maxDocuments });
  const shown = { page, options, guard, track };
  try {
    const shows =
      request.method === 'POST'
        ? submitForm(page)
        : page.goto(request.url, { waitUntil: 'domcontentloaded', timeout: 0 });
    // An incomplete document may never count as parsed.
    await Promise.race([shows, untilCut(track)]);
  } catch (error) {
    return guard.isLoop() ? endLedAway(shown) : endWithoutPage(shown, error);
  }
  if (track.cutBy() === undefined && !(await settleWhole(shown))) return unanswered('page_timeout', LEAD_NOT_ANSWERED);
  if (isLedAway(shown)) return endLedAway(shown);
  const results = new ScriptResults();
  const end = await performSteps(shown, results);
  if (end) return end;
  options.tenant.read();
  return readShown(shown, results);
};
