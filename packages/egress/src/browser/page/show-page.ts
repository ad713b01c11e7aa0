import { toldMediaType } from '@quarry/html';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { FetchRequest } from '../../port.js';
import { unanswered } from '../../fetch/raw-page.js';
import type { TargetRule } from '../../target/target-rule.js';
import type { AdRules } from '../blocking/ad-rules.js';
import type { DocumentTrack } from './document-track.js';
import { submitForm } from './form-page.js';
import { guardPage } from './page-guard.js';
import { endWithoutPage, isRendered, readDocument, type DocumentEnd, type ShownPage } from './read-document.js';
import { isLedAway, settleWhole } from './settle-whole.js';
import { endFailedStep } from '../steps/end-failed-step.js';
import { hasSteps, runScenario } from '../steps/run-scenario.js';
import type { Tenant } from '../tenants.js';

/** Reasons of pages that lead on without an end, and to where nothing answers. */
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

/** A script, a refresh or a step has led on to where the page cannot be read. */
const endLedAway = async (shown: ShownPage): Promise<DocumentEnd> => {
  const refusal = shown.guard.refusal();
  if (refusal) return unanswered('forbidden', refusal);
  if (shown.guard.isLoop()) return unanswered('connection_error', TOO_MANY_REDIRECTS);
  return endWithoutPage(shown, undefined);
};

const asksForElements = ({ waitFor, jsScenario = [] }: FetchRequest): boolean =>
  waitFor !== undefined || jsScenario.length > 0;

/** Does what the fetch asks for; undefined where the page can be read now. */
const performSteps = async (shown: ShownPage): Promise<DocumentEnd | undefined> => {
  const { track, options } = shown;
  const response = track.latest();
  if (!hasSteps(options.request) || track.cutBy() !== undefined || !response) return undefined;
  if (!isRendered(response)) {
    if (!asksForElements(options.request)) return undefined;
    const type = toldMediaType(response.headers()['content-type']);
    const message = `the document is of type ${type}: no page in which elements can be waited for or acted on`;
    return unanswered('scenario_failed', 'no_page', message);
  }
  const end = await runScenario(shown);
  if (isLedAway(shown)) return endLedAway(shown);
  if (end.how === 'failed') return endFailedStep(shown, end.message);
  return end.how === 'unanswered' ? unanswered('page_timeout', LEAD_NOT_ANSWERED, end.message) : undefined;
};

/** Loads the document, lets it settle, does what the fetch asks for, and reads it. */
export const showPage = async ({ page, context, track, options }: ShowOptions): Promise<DocumentEnd> => {
  const { request, rule, adRules, limits } = options;
  const guard = await guardPage({ page, context, request, rule, adRules, maxDocuments: limits?.maxDocuments });
  const shown = { page, options, guard, track };
  try {
    const shows =
      request.method === 'POST'
        ? submitForm(page)
        : page.goto(request.url, { waitUntil: 'domcontentloaded', timeout: 0 });
    // A document that was cut short may never count as parsed.
    await Promise.race([shows, untilCut(track)]);
  } catch (error) {
    return guard.isLoop() ? endLedAway(shown) : endWithoutPage(shown, error);
  }
  if (track.cutBy() === undefined && !(await settleWhole(shown))) return unanswered('page_timeout', LEAD_NOT_ANSWERED);
  if (isLedAway(shown)) return endLedAway(shown);
  const end = await performSteps(shown);
  if (end) return end;
  options.tenant.read();
  return readDocument(shown);
};
