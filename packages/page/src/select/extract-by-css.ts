import type { ExtractRules } from '@quarry/contracts';
import type { ExtractedValue } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { nothingOf, RuleReader } from './read-rules.js';
import { StepBudget } from './step-budget.js';

/**
 * What the page shows under CSS rules, by name. A string: nothing found null, one match its value, several a list in page order;
 * the value is the element's visible text, or the named attribute's value where the element has it. An object of type `list` gives
 * every value, of type `item` the first or null, as its output says. Addresses are absolute. Reads the whole page. A rule that asks
 * for too many steps finds nothing, and `limitsHit` names `maxSelectorSteps`; so does one whose selector no one knows (the contract
 * refuses those first).
 */
export const extractByCss = (
  source: PageSource,
  rules: ExtractRules,
  isXml = false,
): Record<string, ExtractedValue> => {
  const budget = new StepBudget(source.limits.maxSelectorSteps);
  const reader = new RuleReader(source, budget, isXml);
  const entries = Object.entries(rules);
  const results = entries.map(([name, rule], index): [string, ExtractedValue] => {
    const value = budget.run(entries.length - index, () => reader.value(rule));
    if (value === undefined) source.limitsHit.add('maxSelectorSteps');
    return [name, value ?? nothingOf(rule)];
  });
  return Object.fromEntries(results);
};
