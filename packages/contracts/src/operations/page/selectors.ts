import { isTraversal, parse, type Selector, SelectorType } from 'css-what';
import { list, map } from '../../input/composites.js';
import { broken, field, must } from '../../input/field.js';
import { filledText } from '../../input/scalars.js';

export const SELECTOR_MAX_CHARS = 1024;
export const EXTRACT_RULES_MAX = 100;
/** Characters of all selectors of one field. */
export const SELECTORS_MAX_CHARS = 32_768;

/** `"css @attribute"` without its attribute. Takes no longer than the text: a pattern would try every space of a run. */
const withoutAttribute = (value: string): string => {
  const at = value.lastIndexOf('@');
  const before = value.slice(0, at).trimEnd();
  const attribute = value.slice(at + 1).trimEnd();
  const isSuffix = at > 0 && before.length < at && attribute !== '' && !/\s/.test(attribute);
  return isSuffix ? before : value;
};
const FORM = 'must be a CSS selector such as main > h1.';

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Pseudo-classes that a document can be judged by, by what stands in their parentheses. */
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

/** What is wrong with a counting pseudo-class; `of` and a selector may follow where children are counted. */
const formulaFault = (name: string, formula: string): string | undefined => {
  const of = name.endsWith('child') ? /\sof\s/i.exec(formula) : null;
  const before = of === null ? formula : formula.slice(0, of.index);
  const selector = of === null ? undefined : formula.slice(of.index + of[0].length).trim();
  if (!FORMULA.test(before.trim())) return `:${name}(${before}) counts nothing`;
  return selector === undefined ? undefined : selectorFault(selector);
};

const pseudoFault = (token: Extract<Selector, { type: SelectorType.Pseudo }>): string | undefined => {
  const { name, data } = token;
  if (PLAIN.has(name)) return data === null ? undefined : `:${name} takes nothing in parentheses`;
  if (Array.isArray(data)) return OF_SELECTORS.has(name) ? listFault(data, name === 'has') : `:${name} is not known`;
  if (!OF_TEXT.has(name) && !OF_FORMULA.has(name)) return `:${name} is not known`;
  if (data === null) return `:${name} needs something in parentheses`;
  return OF_FORMULA.has(name) ? formulaFault(name, data) : undefined;
};

const tokenFault = (token: Selector): string | undefined => {
  if (token.type === SelectorType.Pseudo) return pseudoFault(token);
  if (token.type === SelectorType.PseudoElement) return `::${token.name} is no element of the page`;
  if (token.type === SelectorType.ColumnCombinator || token.type === SelectorType.Parent)
    return 'it has a combinator that is not known';
  if (token.type === SelectorType.Tag && !TAG_NAME.test(token.name)) return `${token.name} is no name of an element`;
  const isOfNamespace = 'namespace' in token && token.namespace !== null && token.namespace !== '*';
  return isOfNamespace ? 'namespaces are not known' : undefined;
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

/** Why elements of a document cannot be selected by it; undefined where they can. */
const selectorFault = (value: string): string | undefined => {
  const selectors = parsed(value);
  return selectors && selectors.length > 0 ? listFault(selectors, false) : 'it cannot be read';
};

/** A CSS selector for the browser, which knows more of them than a document alone can be judged by. */
export const css = filledText(SELECTOR_MAX_CHARS).check(must('selector', isSelector, FORM));

/** A text whose part that `selectorOf` gives selects elements of a document. */
const documentSelector = (selectorOf: (value: string) => string) =>
  filledText(SELECTOR_MAX_CHARS).check(({ value, issues }) => {
    const fault = selectorFault(selectorOf(value));
    if (fault !== undefined) issues.push(broken(value, 'selector', `${FORM.slice(0, -1)}: ${fault}.`));
  });

const documentCss = documentSelector((value) => value);

export const selector = (note: string) => field(css, { note });

export const selectors = (note: string) =>
  list({ note, minItems: 0, maxChars: SELECTORS_MAX_CHARS, item: field(documentCss, { note }) });

/** `"css"` for texts, `"css @attribute"` for attribute values. */
export const extractRulesField = map({
  note: 'CSS extraction by name: "h1" for the text, "a @href" for an attribute.',
  maxEntries: EXTRACT_RULES_MAX,
  maxChars: SELECTORS_MAX_CHARS,
  entry: documentSelector(withoutAttribute),
});
