import type { FindAll, PickNode } from './pick-node.js';
import { isNamed, partsOf, positionPart, tagOf } from './selector-parts.js';

/** Elements above the picked one that are tried as anchors. */
const ANCHORS_MAX = 8;
/** Ways to name one element that are combined with those of another. */
const PARTS_MAX = 5;
/** Selectors that are tried in all; each costs a search of the document. */
const TRIES_MAX = 400;
const SELECTOR_MAX_CHARS = 1_000;

const isOnly = <Node extends PickNode>(node: Node, found: ArrayLike<Node>): boolean =>
  found.length === 1 && found[0] === node;

/** The elements around a node, the nearest first, without those that parsers put in. */
const around = (node: PickNode): readonly PickNode[] => {
  const found: PickNode[] = [];
  for (let at = node.parentElement; at !== null; at = at.parentElement) if (isNamed(at)) found.push(at);
  return found;
};

/**
 * The path by position, from an element with a stable name above or else from the top. Each step is a child of the one before,
 * except where a parser may have put an element between: a chain of descendants would take long to search.
 */
const pathOf = (node: PickNode): string => {
  let path = positionPart(node, partsOf(node).at(-1) ?? '*');
  for (let at = node; at.parentElement !== null; at = at.parentElement) {
    const parent = at.parentElement;
    if (!isNamed(parent)) continue;
    const [part = '*'] = partsOf(parent);
    const isAnchor = part.startsWith('#');
    const step = isAnchor ? part : positionPart(parent, partsOf(parent).at(-1) ?? '*');
    // Rows may have a body of their table around them or not.
    path = `${step}${isNamed(at) && tagOf(at) !== 'tr' ? ' > ' : ' '}${path}`;
    if (isAnchor) break;
  }
  return path;
};

/** Candidates from the shortest and most stable to the longest. */
function* candidates(node: PickNode): Generator<string> {
  const own = partsOf(node).slice(0, PARTS_MAX);
  const tag = partsOf(node).at(-1) ?? '*';
  const anchors = around(node).slice(0, ANCHORS_MAX);
  yield* own;
  // A stable name above, and one of the element's own: `.price-box .amount`, `#reviews h2`.
  for (const anchor of anchors) {
    for (const above of partsOf(anchor).slice(0, PARTS_MAX)) {
      for (const part of new Set([...own, tag])) yield `${above} ${part}`;
    }
  }
  const positioned = [
    ...new Set([positionPart(node, own[0]?.startsWith('.') ? own[0] : tag), positionPart(node, tag)]),
  ];
  yield* positioned;
  for (const anchor of anchors) {
    for (const above of partsOf(anchor).slice(0, PARTS_MAX)) for (const part of positioned) yield `${above} ${part}`;
  }
  // Rows of a list or a table: the place of the row, then the place within it.
  for (const [index, row] of anchors.entries()) {
    const place = positionPart(row, partsOf(row).at(-1) ?? '*');
    for (const part of new Set([...own, ...positioned])) yield `${place} ${part}`;
    for (const anchor of anchors.slice(index + 1)) {
      for (const above of partsOf(anchor).slice(0, PARTS_MAX)) {
        for (const part of new Set([...own, ...positioned])) yield `${above} ${place} ${part}`;
      }
    }
  }
}

/**
 * A short selector that finds one element of a document alone, by names that look stable; else by position. It has few
 * combinators, and none that depend on the elements that some parsers add. Where no such selector is found, the path
 * from the top.
 */
export const buildSelector = <Node extends PickNode>(node: Node, findAll: FindAll<Node>): string => {
  let tries = 0;
  const seen = new Set<string>();
  for (const selector of candidates(node)) {
    if (seen.has(selector) || selector.length > SELECTOR_MAX_CHARS) continue;
    seen.add(selector);
    if (isOnly(node, findAll(selector))) return selector;
    tries += 1;
    if (tries >= TRIES_MAX) break;
  }
  return pathOf(node);
};

/** A selector of all elements like this one: by its own class or name, without positions. Undefined if nothing names them. */
export const buildListSelector = <Node extends PickNode>(node: Node, findAll: FindAll<Node>): string | undefined => {
  const includes = (selector: string): boolean => {
    const found = findAll(selector);
    return found.length > 1 && Array.from(found).includes(node);
  };
  const [tag = '*', ...named] = [...partsOf(node)].reverse();
  const own = named.reverse().find((part) => includes(part));
  if (own !== undefined) return own;
  for (const anchor of around(node).slice(0, ANCHORS_MAX)) {
    for (const above of partsOf(anchor).slice(0, -1)) if (includes(`${above} ${tag}`)) return `${above} ${tag}`;
  }
  return undefined;
};
