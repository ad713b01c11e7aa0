/** Longest wait for an element that is waited for. */
export const WAIT_FOR_MS = 30_000;
/** An element that is to be clicked or filled may come a little later. */
export const ELEMENT_GRACE_MS = 1_000;
/** Longest life of one script of the caller's, promises included. */
export const EVALUATE_MS = 20_000;
/** Longest time the page may take to take a click, a text or a scroll. */
export const ACT_MS = 10_000;
/** Longest time of all steps together, the documents they lead to included. */
export const SCENARIO_MS = 200_000;

export interface StepLimits {
  readonly waitForMs: number;
  readonly elementGraceMs: number;
  readonly evaluateMs: number;
  readonly actMs: number;
  readonly scenarioMs: number;
}

export const STEP_LIMITS: StepLimits = {
  waitForMs: WAIT_FOR_MS,
  elementGraceMs: ELEMENT_GRACE_MS,
  evaluateMs: EVALUATE_MS,
  actMs: ACT_MS,
  scenarioMs: SCENARIO_MS,
};
