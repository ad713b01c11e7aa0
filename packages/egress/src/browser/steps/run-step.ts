import type { ScenarioStep } from '@quarry/contracts';
import type { Page } from 'puppeteer-core';
import { LATE, pause, within } from '../../wait.js';
import { callApart, evaluateInPage, type PageCall } from './call-page.js';
import { NOTHING, type ScriptResults } from './script-results.js';
import type { StepLimits } from './step-limits.js';
import { CLICK_SCRIPT, FILL_SCRIPT, LOOK_SCRIPT, POINT_SCRIPT, SCROLL_SCRIPT } from './step-scripts.js';

const LOOK_EVERY_MS = 100;

/** What the steps act on. */
export interface Stage {
  readonly page: Page;
  readonly signal: AbortSignal;
  readonly limits: StepLimits;
  /** Takes what scripts return. */
  readonly results: ScriptResults;
  /** The page was refused or navigated to nowhere, so waiting is useless. */
  readonly isLedAway: () => boolean;
}

/** Why a step failed; undefined if it succeeded. */
export type StepFailure = string | undefined;

const seconds = (durationMs: number): string => `${durationMs / 1_000} s`;
const quote = (css: string): string => `"${css.length > 200 ? `${css.slice(0, 200)}…` : css}"`;

const noElement = (css: string, limitMs: number): string =>
  `no element matched ${quote(css)} within ${seconds(limitMs)}`;
const invalid = (css: string): string => `${quote(css)} is not a valid CSS selector`;
const isPoint = (value: unknown): value is { readonly x: number; readonly y: number } =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value;

/** Waits until an element is attached. */
const untilFound = async (stage: Stage, css: string, limitMs: number): Promise<StepFailure> => {
  const { page, signal, isLedAway } = stage;
  const endAtMs = performance.now() + limitMs;
  for (;;) {
    const leftMs = endAtMs - performance.now();
    const call = await callApart(page, LOOK_SCRIPT, [css], Math.max(leftMs, LOOK_EVERY_MS));
    if (call.how === 'returned' && call.value === 'found') return undefined;
    if (call.how === 'returned' && call.value === 'invalid') return invalid(css);
    const isLate = performance.now() + LOOK_EVERY_MS >= endAtMs;
    if (isLate || signal.aborted || page.isClosed() || isLedAway()) return noElement(css, limitMs);
    await pause(LOOK_EVERY_MS, signal);
  }
};

/** The result of a call that acts on an element. A call that made the page navigate succeeded. */
const readActed = (call: PageCall, css: string, { limits }: Stage): StepFailure => {
  if (call.how === 'gone') return undefined;
  if (call.how === 'late') return `the page did not take it within ${seconds(limits.actMs)}`;
  if (call.how === 'threw') return call.text;
  if (call.value === 'done') return undefined;
  if (call.value === 'invalid') return invalid(css);
  return call.value === 'none' ? `no element matched ${quote(css)} any more` : `${quote(css)} ${String(call.value)}`;
};

const click = async (stage: Stage, css: string, limitMs: number): Promise<StepFailure> => {
  const { page, limits } = stage;
  const missing = await untilFound(stage, css, limitMs);
  if (missing !== undefined) return missing;
  const call = await callApart(page, POINT_SCRIPT, [css], limits.actMs);
  if (call.how !== 'returned' || !isPoint(call.value)) {
    return readActed(await callApart(page, CLICK_SCRIPT, [css], limits.actMs), css, stage);
  }
  const { x, y } = call.value;
  const clicked = page.mouse.click(x, y).catch(() => undefined);
  return (await within(clicked, limits.actMs)) === LATE
    ? `the page did not take it within ${seconds(limits.actMs)}`
    : undefined;
};

const fill = async (stage: Stage, [css, text]: readonly [string, string]): Promise<StepFailure> => {
  const { page, limits } = stage;
  const missing = await untilFound(stage, css, limits.elementGraceMs);
  if (missing !== undefined) return missing;
  return readActed(await callApart(page, FILL_SCRIPT, [css, text], limits.actMs), css, stage);
};

const scroll = async (stage: Stage, left: number, top: number): Promise<StepFailure> => {
  const call = await callApart(stage.page, SCROLL_SCRIPT, [left, top], stage.limits.actMs);
  return call.how === 'late' ? `the page did not take it within ${seconds(stage.limits.actMs)}` : undefined;
};

const evaluate = async ({ page, limits, results }: Stage, script: string): Promise<StepFailure> => {
  const call = await evaluateInPage(page, script, limits.evaluateMs);
  if (call.how === 'late') return `did not end within ${seconds(limits.evaluateMs)}`;
  if (call.how === 'threw') return call.text;
  // A script that leaves the page returns nothing.
  results.add(call.how === 'returned' ? call.value : NOTHING);
  return undefined;
};

const untilPassed = async (durationMs: number, signal: AbortSignal): Promise<StepFailure> => {
  await pause(durationMs, signal);
  return undefined;
};

/** Waits for an element with the time limit of `waitFor`. */
export const waitForElement = (stage: Stage, css: string): Promise<StepFailure> =>
  untilFound(stage, css, stage.limits.waitForMs);

/** Runs one step and returns why it failed. Never rejects; ends within the limits of the stage. */
export const runStep = (stage: Stage, step: ScenarioStep): Promise<StepFailure> => {
  const { limits, signal } = stage;
  if ('click' in step) return click(stage, step.click, limits.elementGraceMs);
  if ('fill' in step) return fill(stage, step.fill);
  if ('wait' in step) return untilPassed(step.wait, signal);
  if ('waitFor' in step) return waitForElement(stage, step.waitFor);
  if ('waitForAndClick' in step) return click(stage, step.waitForAndClick, limits.waitForMs);
  if ('scrollX' in step) return scroll(stage, step.scrollX, 0);
  if ('scrollY' in step) return scroll(stage, 0, step.scrollY);
  return evaluate(stage, step.evaluate);
};
