import { compile } from 'css-select';
import { SelectorEngine } from './selector-engine.js';
import { StepBudget } from './step-budget.js';

export interface UnknownSelector {
  readonly selector: string;
  /** What is wrong with it, in words of the selector library. */
  readonly why: string;
}

const engine = (): SelectorEngine => new SelectorEngine(new StepBudget(0));

const plain = { relativeSelector: false, pseudos: {} };

const reasonAgainst = (selector: string): string | undefined => {
  try {
    engine().compile(selector);
    // The engine's own counting pseudo-classes read their formula late; the library's judge it at once.
    if (/:nth-/i.test(selector)) compile(selector.replace(STATE, ':first-child'), plain);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** States that the library alone does not know. */
const STATE = /:(?:focus-visible|focus-within|focus|target)\b/gi;

/** The first selector that cannot be judged on a page, such as one with an unknown pseudo-class; undefined when all can. */
export const unknownSelectorIn = (selectors: readonly string[]): UnknownSelector | undefined => {
  for (const selector of selectors) {
    const why = reasonAgainst(selector);
    if (why !== undefined) return { selector, why };
  }
  return undefined;
};
