import type { Element } from 'domhandler';

/** A possible value of a rule, with its element. */
export interface Candidate {
  readonly value: unknown;
  /** Stated by data, where numbers have one format; otherwise shown to readers. */
  readonly isStated: boolean;
  readonly element?: Element;
}

export const stated = (value: unknown): Candidate => ({ value, isStated: true });
export const shown = (value: string, element?: Element): Candidate => ({
  value,
  isStated: false,
  ...(element ? { element } : {}),
});
