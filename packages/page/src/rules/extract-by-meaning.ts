import type { AiRule, AiRules } from '@quarry/contracts';
import type { PageSource } from '../page-source.js';
import { readField } from './read-field.js';
import { pageScope } from './make-scope.js';

/**
 * Answers rules from what the page says of itself and shows, by the meaning of their names and descriptions. Every rule's name
 * is a key of the answer; what the page does not tell is null. Linear in the page's size.
 */
export const extractByMeaning = (source: PageSource, rules: AiRules): Record<string, unknown> => {
  const scope = pageScope(source);
  const entries = Object.entries(rules).map(([name, rule]: [string, AiRule]) => [
    name,
    readField(name, rule, scope) ?? null,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
};
