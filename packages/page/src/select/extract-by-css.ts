import type { Element } from 'domhandler';
import { isBlock, isHidden, walk } from '@quarry/html';
import { hiddenEmail } from '../emails/cf-email.js';
import type { PageSource } from '../page-source.js';
import type { UrlResolver } from '../links/url-resolver.js';
import { CHARS_PER_STEP, DESCENT_STEPS, SelectorEngine } from './selector-engine.js';
import { StepBudget } from './step-budget.js';
import { sourceSetCandidates } from './strip-inline-images.js';

type RuleResult = string | string[] | null;
type RuleSource = Pick<PageSource, 'root' | 'urls' | 'limits' | 'limitsHit'>;

const ATTRIBUTE_RULE = /^(?<selector>[^]+?)\s+@(?<attribute>[^\s@]+)\s*$/;

/** Parts of a rule: `"css"` or `"css @attribute"`. */
export const readRule = (rule: string): { readonly selector: string; readonly attribute?: string } => {
  const { selector, attribute } = ATTRIBUTE_RULE.exec(rule)?.groups ?? {};
  return selector !== undefined && attribute !== undefined ? { selector, attribute } : { selector: rule };
};

const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href src action formaction poster cite background longdesc manifest xlink:href'.split(' '),
);
const SOURCE_SETS: ReadonlySet<string> = new Set(['srcset', 'imagesrcset']);

/** Addresses as whole ones, also in source sets; everything else as the page has it. */
const attributeValue = (name: string, value: string, urls: UrlResolver): string => {
  if (URL_ATTRIBUTES.has(name)) return urls.resolve(value)?.href ?? value.trim();
  if (!SOURCE_SETS.has(name)) return value;
  return sourceSetCandidates(value)
    .map(({ url, descriptor }) => [urls.resolve(url)?.href ?? url, descriptor].filter((part) => part !== '').join(' '))
    .join(', ');
};

/** An element's text as a reader sees it, white space collapsed, addresses that were hidden from robots shown. */
const elementText = (element: Element, budget: StepBudget): string => {
  const own = hiddenEmail(element);
  if (own !== undefined) return own;
  const parts: string[] = [];
  walk(element, {
    enter: (inner) => {
      budget.spend(DESCENT_STEPS);
      if (isHidden(inner)) return false;
      const email = hiddenEmail(inner);
      if (email !== undefined) parts.push(email);
      else if (inner.name === 'br' || isBlock(inner.name)) parts.push(' ');
      return email === undefined;
    },
    leave: (inner) => {
      if (isBlock(inner.name)) parts.push(' ');
    },
    text: ({ data }) => {
      budget.spend(1 + data.length / CHARS_PER_STEP);
      parts.push(data);
    },
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
};

/** What is left of the characters that all rules of a page may give. */
interface Room {
  chars: number;
}

const valuesOf = (
  elements: readonly Element[],
  attribute: string | undefined,
  source: RuleSource,
  budget: StepBudget,
  room: Room,
): string[] => {
  const values: string[] = [];
  for (const element of elements) {
    const raw = attribute === undefined ? undefined : element.attribs[attribute];
    if (attribute !== undefined && raw === undefined) continue;
    const value =
      attribute === undefined ? elementText(element, budget) : attributeValue(attribute, raw ?? '', source.urls);
    room.chars -= value.length;
    if (room.chars < 0) {
      source.limitsHit.add('maxRuleChars');
      break;
    }
    values.push(value);
  }
  return values;
};

const asResult = (values: string[]): RuleResult => {
  const [first, ...others] = values;
  if (first === undefined) return null;
  return others.length === 0 ? first : values;
};

/**
 * What the page shows under CSS rules, by name: nothing found null, one match its value, several a list in page order. The
 * value is the element's visible text, or the named attribute's value where the element has it; addresses are absolute. Reads
 * the whole page. A rule that asks for too many element tests is null, and `limitsHit` names `maxSelectorSteps`; so is
 * one whose selector no one knows (the contract refuses those first).
 */
export const extractByCss = (
  source: RuleSource,
  rules: Readonly<Record<string, string>>,
  isXml = false,
): Record<string, RuleResult> => {
  const budget = new StepBudget(source.limits.maxSelectorSteps);
  const engine = new SelectorEngine(budget, isXml);
  const room: Room = { chars: source.limits.maxRuleChars };
  const entries = Object.entries(rules);
  const results = entries.map(([name, rule], index): [string, RuleResult] => {
    const { selector, attribute } = readRule(rule);
    const attributeName = isXml ? attribute : attribute?.toLowerCase();
    const test = engine.compileKnown(selector);
    if (!test) return [name, null];
    const values = budget.run(entries.length - index, () =>
      valuesOf(engine.select(source.root, test), attributeName, source, budget, room),
    );
    if (!values) source.limitsHit.add('maxSelectorSteps');
    return [name, asResult(values ?? [])];
  });
  return Object.fromEntries(results);
};
