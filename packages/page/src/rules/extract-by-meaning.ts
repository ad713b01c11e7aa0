import type { AiRule, AiRules } from '@quarry/contracts';
import type { PageSource } from '../source/page-source.js';
import { readField } from './read-field.js';
import { pageScope } from './make-scope.js';

/**
 * Finds the values of rules in what the page states and shows, by the meaning of their names and descriptions. Every rule's
 * name is a key of the result; what the page does not state is null. Linear in the page's size.
 */
export const extractByMeaning = (source: PageSource, rules: AiRules): Record<string, unknown> => {
  const scope = pageScope(source);
  const entries = Object.entries(rules).map(([name, rule]: [string, AiRule]) => [
    name,
    readField(name, rule, scope) ?? null,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
};
