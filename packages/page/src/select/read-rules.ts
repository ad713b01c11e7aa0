import type { Element } from 'domhandler';
import type { ExtractOutput, ExtractRule, ExtractRules } from '@quarry/contracts';
import { isBlock, isHidden, walk, walkWhole } from '@quarry/html';
import { hiddenEmail } from '../emails/cf-email.js';
import type { ExtractedValue } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { writeMarkdown } from '../writers/write-markdown.js';
import { attributeValue, readRule } from './rule-attribute.js';
import { CHARS_PER_STEP, DESCENT_STEPS, type ElementTest, SelectorEngine } from './selector-engine.js';
import type { StepBudget } from './step-budget.js';
import { writeElementHtml } from './write-html.js';

/** What a value costs beside its own characters: its quotes and comma. */
const FRAME_CHARS = 3;
/** Compiling a character of a selector, and writing an element, take about as long as this many accesses. */
const COMPILE_STEPS = 20;
const WRITE_STEPS = { html: 40, markdown: 120 } as const;

/** It names the element of the rule around it, so its matches are no property of the page alone. */
const SCOPE = /:scope\b/i;

/** A rule of either form. `any`: null, the value or a list, by what is found. */
interface Wanted {
  readonly selector: string;
  readonly shape: 'any' | 'item' | 'list';
  readonly output: ExtractOutput;
}

const wantedOf = (rule: string | ExtractRule): Wanted => {
  if (typeof rule !== 'string') {
    const { selector, type = 'item', output = 'text' } = rule;
    return { selector, shape: type, output };
  }
  const { selector, attribute } = readRule(rule);
  return { selector, shape: 'any', output: attribute === undefined ? 'text' : `@${attribute}` };
};

const shaped = (values: ExtractedValue[], shape: Wanted['shape']): ExtractedValue => {
  if (shape === 'list') return values;
  const [first = null] = values;
  return shape === 'any' && values.length > 1 ? values : first;
};

/** What a rule gives where there is nothing to read: an empty list, or null. */
export const nothingOf = (rule: string | ExtractRule): ExtractedValue => shaped([], wantedOf(rule).shape);

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

/** Spends what writing the element costs, before it is written: elements of a list may contain each other. */
const spendOnWriting = (element: Element, form: keyof typeof WRITE_STEPS, budget: StepBudget): void => {
  walkWhole(element, {
    enter: ({ attribs }) => {
      budget.spend(WRITE_STEPS[form]);
      for (const name in attribs) budget.spend(1 + (attribs[name]?.length ?? 0) / CHARS_PER_STEP);
      return true;
    },
    text: ({ data }) => budget.spend(1 + data.length / CHARS_PER_STEP),
  });
};

/**
 * Reads the values of rules from one page. All rules share its budget of steps, whose end throws, and `maxRuleChars`, whose end
 * leaves the rest out.
 */
export class RuleReader {
  private readonly engine: SelectorEngine;
  private readonly tests = new Map<string, ElementTest | undefined>();
  private roomChars: number;

  constructor(
    private readonly source: PageSource,
    private readonly budget: StepBudget,
    private readonly isXml: boolean,
  ) {
    this.engine = new SelectorEngine(budget, isXml);
    this.roomChars = source.limits.maxRuleChars;
  }

  /** The value of one rule: on the whole page, or below the element of the rule around it. */
  value(rule: string | ExtractRule, scope?: Element): ExtractedValue {
    const { selector, shape, output } = wantedOf(rule);
    const frameChars = shape === 'any' && scope === undefined ? 0 : FRAME_CHARS;
    const values: ExtractedValue[] = [];
    for (const element of this.elements(selector, scope)) {
      if (shape === 'item' && values.length > 0) break;
      const value = this.valueOf(element, output);
      if (value === undefined && this.roomChars >= 0) continue;
      const chars = typeof value === 'string' ? value.length : 0;
      if (value === undefined || !this.takeRoom(frameChars + chars)) break;
      values.push(value);
    }
    return shaped(values, shape);
  }

  private elements(selector: string, scope: Element | undefined): readonly Element[] {
    if (scope === undefined) {
      const test = this.testOf(selector);
      return test ? this.engine.select(this.source.root, test) : [];
    }
    if (selector.trim() === ':scope') return [scope];
    // The content of a template is not part of the page.
    if (scope.name === 'template' && !this.isXml) return [];
    this.budget.spend(DESCENT_STEPS);
    const test = SCOPE.test(selector) ? this.scopedTest(selector, scope) : this.testOf(selector);
    return test ? this.engine.select(scope, test) : [];
  }

  private testOf(selector: string): ElementTest | undefined {
    if (!this.tests.has(selector)) this.tests.set(selector, this.engine.compileKnown(selector));
    return this.tests.get(selector);
  }

  /** Compiled for each element anew, because tests remember what they found. */
  private scopedTest(selector: string, scope: Element): ElementTest | undefined {
    this.budget.spend(selector.length * COMPILE_STEPS);
    return this.engine.compileKnown(selector, scope);
  }

  /** Undefined: the element has no such value, or there is no room for it. */
  private valueOf(element: Element, output: ExtractOutput): ExtractedValue | undefined {
    if (typeof output !== 'string') return this.nested(element, output);
    if (output === 'text') return elementText(element, this.budget);
    if (output === 'html' || output === 'markdown') {
      spendOnWriting(element, output, this.budget);
      return output === 'html' ? writeElementHtml(element, this.isXml) : writeMarkdown(this.source, element);
    }
    const name = this.isXml ? output.slice(1) : output.slice(1).toLowerCase();
    const value = Object.hasOwn(element.attribs, name) ? element.attribs[name] : undefined;
    return value === undefined ? undefined : attributeValue(name, value, this.source.urls);
  }

  /** An object is whole or left out: a value that is missing for lack of room would look like one that is not on the page. */
  private nested(element: Element, rules: ExtractRules): ExtractedValue | undefined {
    const entries: (readonly [string, ExtractedValue])[] = [];
    for (const [name, rule] of Object.entries(rules)) {
      entries.push([name, this.value(rule, element)]);
      if (!this.takeRoom(name.length + FRAME_CHARS)) return undefined;
    }
    return Object.fromEntries(entries);
  }

  private takeRoom(chars: number): boolean {
    this.roomChars -= chars;
    if (this.roomChars >= 0) return true;
    this.source.limitsHit.add('maxRuleChars');
    return false;
  }
}
