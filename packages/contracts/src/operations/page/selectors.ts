import { isTraversal, parse, type Selector, SelectorType } from 'css-what';
import { list } from '../../input/composites.js';
import { broken, field, must } from '../../input/field.js';
import { filledText } from '../../input/scalars.js';

export const SELECTOR_MAX_CHARS = 1024;
/** Maximum characters of all selectors of one field. */
export const SELECTORS_MAX_CHARS = 32_768;

/** `"css @attribute"` without its attribute, in linear time: a pattern would try every space of a run. */
export const withoutAttribute = (value: string): string => {
  const at = value.lastIndexOf('@');
  const before = value.slice(0, at).trimEnd();
  const attribute = value.slice(at + 1).trimEnd();
  const isSuffix = at > 0 && before.length < at && attribute !== '' && !/\s/.test(attribute);
  return isSuffix ? before : value;
};
const INVALID = 'is not a valid CSS selector';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Pseudo-classes that work on a document without a browser, by their argument. */
const PLAIN = names(
  'root scope empty first-child last-child only-child first-of-type last-of-type only-of-type link any-link visited hover ' +
    'active focus focus-visible focus-within target disabled enabled checked required optional read-only read-write selected ' +
    'checkbox file password radio reset image submit parent header button input text',
);
const OF_SELECTORS = names('is where matches not has');
const OF_TEXT = names('contains icontains lang');
const OF_FORMULA = names('nth-child nth-last-child nth-of-type nth-last-of-type');

const FORMULA = /^(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)$/i;
const TAG_NAME = /^[\p{L}_\-\u0080-\uffff][\p{L}\d_.:\-\u0080-\uffff]*$/u;

const parsed = (value: string): Selector[][] | undefined => {
  try {
    return parse(value);
  } catch {
    return undefined;
  }
};

const isSelector = (value: string): boolean => (parsed(value)?.length ?? 0) > 0;

/** What is wrong with the formula of a counting pseudo-class; those of children may end with `of` and a selector. */
const formulaFault = (name: string, formula: string): string | undefined => {
  const of = name.endsWith('child') ? /\sof\s/i.exec(formula) : null;
  const before = of === null ? formula : formula.slice(0, of.index);
  const selector = of === null ? undefined : formula.slice(of.index + of[0].length).trim();
  if (!FORMULA.test(before.trim())) return `:${name}(${before}) has an invalid formula`;
  return selector === undefined ? undefined : selectorFault(selector);
};

const pseudoFault = (token: Extract<Selector, { type: SelectorType.Pseudo }>): string | undefined => {
  const { name, data } = token;
  if (PLAIN.has(name)) return data === null ? undefined : `:${name} takes no argument`;
  if (Array.isArray(data))
    return OF_SELECTORS.has(name) ? listFault(data, name === 'has') : `:${name} is not supported`;
  if (!OF_TEXT.has(name) && !OF_FORMULA.has(name)) return `:${name} is not supported`;
  if (data === null) return `:${name} needs an argument`;
  return OF_FORMULA.has(name) ? formulaFault(name, data) : undefined;
};

const tokenFault = (token: Selector): string | undefined => {
  if (token.type === SelectorType.Pseudo) return pseudoFault(token);
  if (token.type === SelectorType.PseudoElement) return `::${token.name} is a pseudo-element`;
  if (token.type === SelectorType.ColumnCombinator || token.type === SelectorType.Parent)
    return 'it has an unsupported combinator';
  if (token.type === SelectorType.Tag && !TAG_NAME.test(token.name)) return `${token.name} is not an element name`;
  const isOfNamespace = 'namespace' in token && token.namespace !== null && token.namespace !== '*';
  return isOfNamespace ? 'namespaces are not supported' : undefined;
};

const listFault = (selectors: readonly (readonly Selector[])[], isRelative: boolean): string | undefined => {
  for (const tokens of selectors) {
    const [first] = tokens;
    if (!isRelative && first && isTraversal(first)) return 'it starts with a combinator';
    for (const token of tokens) {
      const fault = tokenFault(token);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
};

/** What is wrong with a selector of a document: empty where it cannot be parsed, undefined where it is valid. */
const selectorFault = (value: string): string | undefined => {
  const selectors = parsed(value);
  return selectors && selectors.length > 0 ? listFault(selectors, false) : '';
};

/** A CSS selector for the browser, which supports more of them than a document alone. */
export const css = filledText(SELECTOR_MAX_CHARS).check(must('selector', isSelector, `${INVALID}.`));

/** A CSS selector for a document without a browser. */
export const documentCss = filledText(SELECTOR_MAX_CHARS).check(({ value, issues }) => {
  const fault = selectorFault(value);
  if (fault !== undefined) issues.push(broken(value, 'selector', `${INVALID}${fault && `: ${fault}`}.`));
});

export const selector = (note: string) => field(css, { note });

export const selectors = (note: string) =>
  list({ note, minItems: 0, maxChars: SELECTORS_MAX_CHARS, item: field(documentCss, { note }) });
