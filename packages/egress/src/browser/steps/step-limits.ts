/** Longest wait for an element by `waitFor`. */
export const WAIT_FOR_MS = 30_000;
/** Longest wait for an element to click or fill. */
export const ELEMENT_GRACE_MS = 1_000;
/** Longest run of a script of the caller's, promises included. */
export const EVALUATE_MS = 20_000;
/** Longest time for a click, a text or a scroll. */
export const ACT_MS = 10_000;
/** Longest time of all steps together, documents that they navigate to included. */
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
