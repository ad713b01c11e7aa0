import type { ScenarioStep } from '@quarry/contracts';
import { runStep, waitForElement, type Stage, type StepFailure } from '../../src/browser/steps/run-step.js';
import { ScriptResults } from '../../src/browser/steps/script-results.js';
import { STEP_LIMITS, type StepLimits } from '../../src/browser/steps/step-limits.js';
import { sharedBrowser } from './shared-browser.js';

/** An element that is there is met in this time on the slowest machine. */
const PATIENT: StepLimits = { ...STEP_LIMITS, elementGraceMs: STEP_LIMITS.waitForMs };

/** A page of the browser of all tests to do steps on, without a fetch around them. */
export const openStepStage = async () => {
  const { signal } = new AbortController();
  const lease = await (await sharedBrowser()).pool.lease(signal);
  if (!lease) throw new Error('The browser of the tests has ended.');
  const context = await lease.process.browser.createBrowserContext();
  const page = await context.newPage();
  const results = new ScriptResults();
  const stageWith = (limits: Partial<StepLimits> = {}): Stage => ({
    page,
    signal,
    limits: { ...PATIENT, ...limits },
    results,
    isLedAway: () => false,
  });
  return {
    /** Puts a new document on the page. */
    show: async (body: string): Promise<void> => {
      await page.goto('about:blank');
      await page.setContent(body);
    },
    run: (step: ScenarioStep, limits?: Partial<StepLimits>): Promise<StepFailure> => runStep(stageWith(limits), step),
    waitFor: (css: string, limits?: Partial<StepLimits>): Promise<StepFailure> =>
      waitForElement(stageWith(limits), css),
    results,
    read: (expression: string): Promise<unknown> => page.evaluate(expression),
    close: async (): Promise<void> => {
      await context.close();
      await lease.release();
    },
  };
};

export type StepStage = Awaited<ReturnType<typeof openStepStage>>;
