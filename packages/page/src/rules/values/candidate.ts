import type { Element } from 'domhandler';

/** A value that may answer a rule, with where it stands. */
export interface Candidate {
  readonly value: unknown;
  /** Stated by data, where a number is written one way; otherwise shown to readers. */
  readonly isStated: boolean;
  readonly element?: Element;
}

export const stated = (value: unknown): Candidate => ({ value, isStated: true });
export const shown = (value: string, element?: Element): Candidate => ({
  value,
  isStated: false,
  ...(element ? { element } : {}),
});
