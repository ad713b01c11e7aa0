export interface WaitOptions {
  /** Aborts the wait, never what is waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Time to wait, milliseconds. Default: longer than the service takes at most. */
  readonly timeoutMs?: number | undefined;
}

/** Repeats of a call that is part of a long wait: about a minute and a half, the restart of a fleet. */
export const PATIENT_RETRIES = 9;

const FIRST_POLL_MS = 200;
const LONGEST_POLL_MS = 2_000;

/** Pauses between looks at a request: short at first, then longer. Endless. */
export function* pollDelays(): Generator<number, never, undefined> {
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, LONGEST_POLL_MS)) yield delayMs;
}
