import type { ScenarioStep } from '@quarry/contracts';
import { pause } from '../../wait.js';
import type { FetchRequest } from '../../port.js';
import type { ShownPage } from '../page/read-document.js';
import { isLedAway, settleWhole } from '../page/settle-whole.js';
import { callApart } from './call-page.js';
import { watchLeads, type LeadWatch } from './lead-watch.js';
import { runStep, waitForElement, type Stage, type StepFailure } from './run-step.js';
import type { ScriptResults } from './script-results.js';
import { STEP_LIMITS } from './step-limits.js';
import { BREATHE_SCRIPT } from './step-scripts.js';

/** Longest wait for the request of a navigation that the page has started. */
const LEAD_REQUEST_MS = 2_000;
const LEAD_LOOK_MS = 20;
/** A shorter wait has found an element that was already present. */
const AT_ONCE_MS = 250;

/** `unanswered`: a step navigated to a target that does not respond. */
export type ScenarioEnd =
  | { readonly how: 'done' }
  | { readonly how: 'failed' | 'unanswered'; readonly message: string };

interface Scene {
  /** The page with the scenario's time limit. */
  readonly shown: ShownPage;
  readonly stage: Stage;
  readonly leads: LeadWatch;
}

const DONE = { how: 'done' } as const;

/** Whether the fetch asks for more than the page as loaded. */
export const hasSteps = ({ waitFor, jsScenario = [], waitMs = 0 }: FetchRequest): boolean =>
  waitFor !== undefined || jsScenario.length > 0 || waitMs > 0;

const nameOf = (step: ScenarioStep): string => Object.keys(step)[0] ?? '';

const hasLeft = ({ track }: ShownPage, answersBefore: number): boolean =>
  track.isAwaited() || track.count() !== answersBefore;

/** Follows the navigation of a step. False if its target does not respond. */
const followLead = async ({ shown, stage, leads }: Scene, answersBefore: number): Promise<boolean> => {
  const { track } = shown;
  const hasBegun = () => hasLeft(shown, answersBefore);
  await callApart(stage.page, BREATHE_SCRIPT, [], stage.limits.actMs);
  if (leads.take()) {
    const maxLooks = LEAD_REQUEST_MS / LEAD_LOOK_MS;
    for (let look = 0; look < maxLooks && !hasBegun() && !isLedAway(shown) && !stage.signal.aborted; look += 1) {
      await pause(LEAD_LOOK_MS, stage.signal);
    }
  }
  return hasBegun() || !track.isReceived() ? settleWhole(shown) : true;
};

interface Action {
  /** Its name in messages. */
  readonly where: string;
  readonly act: () => Promise<StepFailure>;
  /** A failed attempt has no effect, so it may be repeated. */
  readonly mayRepeat: boolean;
}

const attempt = async (scene: Scene, { where, act, mayRepeat }: Action): Promise<ScenarioEnd> => {
  const { shown, stage } = scene;
  const answersBefore = shown.track.count();
  let failure = await act();
  // The page was still navigating to the document that the step is about.
  if (failure !== undefined && mayRepeat && (hasLeft(shown, answersBefore) || scene.leads.isAsked())) {
    if (await followLead(scene, answersBefore)) failure = await act();
  }
  if (failure !== undefined) return { how: 'failed', message: `${where}: ${failure}` };
  if (!(await followLead(scene, answersBefore))) {
    return { how: 'unanswered', message: `${where}: the page it led to did not answer` };
  }
  if (!stage.signal.aborted) return DONE;
  return { how: 'failed', message: `${where}: the steps took longer than ${stage.limits.scenarioMs / 1_000} s in all` };
};

const runAll = async (scene: Scene, { waitFor, jsScenario = [] }: FetchRequest): Promise<ScenarioEnd> => {
  const { stage } = scene;
  if (waitFor !== undefined) {
    const end = await attempt(scene, { where: 'waitFor', act: () => waitForElement(stage, waitFor), mayRepeat: false });
    if (end.how !== 'done') return end;
  }
  for (const [at, step] of jsScenario.entries()) {
    if (stage.isLedAway()) return DONE;
    const end = await attempt(scene, {
      where: `step ${at + 1} (${nameOf(step)})`,
      act: () => runStep(stage, step),
      mayRepeat: 'click' in step || 'fill' in step,
    });
    if (end.how !== 'done') return end;
  }
  return DONE;
};

const withTime = async (
  shown: ShownPage,
  results: ScriptResults,
  work: (scene: Scene) => Promise<ScenarioEnd>,
): Promise<ScenarioEnd> => {
  const { page, options } = shown;
  const limits = { ...STEP_LIMITS, ...options.limits };
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limits.scenarioMs);
  const signal = AbortSignal.any([options.signal, over.signal]);
  const timed = { ...shown, options: { ...options, signal } };
  const leads = await watchLeads(page);
  try {
    const stage = { page, signal, limits, results, isLedAway: () => isLedAway(shown) };
    return await work({ shown: timed, stage, leads });
  } finally {
    clearTimeout(timer);
    leads.end();
  }
};

/**
 * Runs the steps of a fetch on a settled page: waits for an element, runs the steps in order, pauses. Then the page is settled
 * again. If a step navigated to a refused address or to nowhere, further steps are skipped and the end is `done`: the page itself
 * shows what happened. `results` takes what scripts return.
 */
export const runScenario = async (shown: ShownPage, results: ScriptResults): Promise<ScenarioEnd> => {
  const { request, signal } = shown.options;
  const { jsScenario = [], waitMs = 0 } = request;
  const startedAtMs = performance.now();
  const end = await withTime(shown, results, (scene) => runAll(scene, request));
  if (end.how !== 'done' || isLedAway(shown)) return end;
  const isStirred = jsScenario.length > 0 || performance.now() - startedAtMs > AT_ONCE_MS;
  if (waitMs > 0) await pause(waitMs, signal);
  const isWhole = shown.track.isReceived() && !shown.track.isAwaited();
  if ((!isStirred && isWhole) || (await settleWhole(shown))) return DONE;
  return { how: 'unanswered', message: 'after the steps: the page that the last document led to did not answer' };
};
