import type { PickNode } from './pick-node.js';
import { isStableName, isTellingClass } from './stable-name.js';

/** Attributes that name what an element is, the best first. */
const NAMING_ATTRIBUTES = [
  ...['data-testid', 'data-test', 'data-test-id', 'data-qa', 'data-cy', 'data-automation-id', 'data-automation'],
  ...['itemprop', 'property', 'name', 'rel', 'role', 'data-type', 'data-name', 'data-field', 'type'],
];
const VALUE_MAX_CHARS = 40;
/** Parsers add these where the text has none, and some do not. */
const IMPLIED: ReadonlySet<string> = new Set(['html', 'body', 'tbody']);

export const tagOf = ({ localName }: PickNode): string => localName.toLowerCase();

/** False for elements that parsers put in by themselves, so that a selector through them would fail elsewhere. */
export const isNamed = (node: PickNode): boolean => !IMPLIED.has(tagOf(node));

/** A tag name that is an identifier of CSS as it is. */
const isPlainTag = (tag: string): boolean => /^[a-z][a-z\d-]*$/.test(tag);

const attributeParts = (node: PickNode): readonly string[] =>
  NAMING_ATTRIBUTES.flatMap((name) => {
    const value = node.getAttribute(name);
    if (value === null || value.length > VALUE_MAX_CHARS || !/^[A-Za-z][\w .:/-]*$/.test(value)) return [];
    const isStable = value.split(/[ .:/]+/).every((word) => isStableName(word));
    return isStable ? [`[${name}="${value}"]`] : [];
  });

const classesOf = (node: PickNode): readonly string[] =>
  [...new Set((node.getAttribute('class') ?? '').split(/\s+/))].filter((name) => isTellingClass(name)).slice(0, 4);

const position = (node: PickNode): number => {
  const tag = tagOf(node);
  let count = 0;
  for (const sibling of Array.from(node.parentElement?.children ?? [])) {
    if (tagOf(sibling) === tag) count += 1;
    if (sibling === node) return count;
  }
  return 1;
};

/** Ways to name one element by itself, the most stable first; without its position. */
export const partsOf = (node: PickNode): readonly string[] => {
  const tag = isPlainTag(tagOf(node)) ? tagOf(node) : '*';
  const id = node.getAttribute('id');
  const classes = classesOf(node);
  return [
    ...(id !== null && isStableName(id) ? [`#${id}`] : []),
    ...attributeParts(node).map((part) => `${tag}${part}`),
    ...classes.map((name) => `.${name}`),
    ...classes.map((name) => `${tag}.${name}`),
    ...(classes.length > 1 ? [`.${classes.slice(0, 2).join('.')}`] : []),
    tag,
  ];
};

/** The element by its position among its siblings of the same tag. */
export const positionPart = (node: PickNode, part: string): string => {
  const tag = tagOf(node);
  const named = part.startsWith(tag) || !isPlainTag(tag) ? part : `${tag}${part}`;
  return isPlainTag(tag) ? `${named}:nth-of-type(${position(node)})` : named;
};
