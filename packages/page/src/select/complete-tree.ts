import { type ChildNode, type Document, Element, type ParentNode } from 'domhandler';
import { isElement, isText, walk } from '@quarry/html';

/** An element that browsers add where a page leaves its tags out; its tags are not written either. */
export class ImpliedElement extends Element {
  constructor(name: string) {
    // safe because attributes are only ever read and set by name
    super(name, Object.create(null) as Record<string, string>);
  }
}

/** Makes `children` those of `parent`, in this order. */
export const adopt = (parent: ParentNode, children: ChildNode[]): void => {
  parent.children = children;
  let previous: ChildNode | null = null;
  for (const child of children) {
    child.parent = parent;
    child.prev = previous;
    child.next = null;
    if (previous) previous.next = child;
    previous = child;
  }
};

const HEAD_ONLY: ReadonlySet<string> = new Set('base link meta title style script template noscript'.split(' '));
const TABLE_PARTS: ReadonlySet<string> = new Set('tbody thead tfoot caption colgroup col'.split(' '));
const isBlank = (node: ChildNode): boolean => isText(node) && node.data.trim() === '';
const isNamed = (node: ChildNode | undefined, name: string): node is Element => isElement(node) && node.name === name;

/** Wraps the rows of a table that names no section. */
const completeTable = (table: Element): void => {
  if (!table.children.some((child) => isNamed(child, 'tr'))) return;
  const children: ChildNode[] = [];
  let rows: ChildNode[] | undefined;
  const close = (): void => {
    if (!rows) return;
    const body = new ImpliedElement('tbody');
    adopt(body, rows);
    children.push(body);
    rows = undefined;
  };
  for (const child of table.children) {
    if (isElement(child) && TABLE_PARTS.has(child.name)) close();
    else if (isNamed(child, 'tr')) rows ??= [];
    (rows ?? children).push(child);
  }
  close();
  adopt(table, children);
};

/** The content of the page's upper levels, sorted into its two parts. */
interface Parts {
  html?: Element;
  head?: Element;
  body?: Element;
  hasFrames: boolean;
  readonly headNodes: ChildNode[];
  readonly bodyNodes: ChildNode[];
}

const isOfHead = (node: ChildNode): boolean => isBlank(node) || (isElement(node) && HEAD_ONLY.has(node.name));

const SORTED: ReadonlySet<string> = new Set(['html', 'head', 'body', 'frameset']);

/** Takes one node of the upper levels; a second `html`, `head` or `body` gives its content to the first. */
const sortIn = (parts: Parts, node: ChildNode): void => {
  if (isElement(node) && SORTED.has(node.name)) {
    // safe because SORTED holds these names and no other
    const name = node.name as 'html' | 'head' | 'body' | 'frameset';
    if (name === 'frameset') parts.hasFrames = true;
    else parts[name] ??= node;
    for (const child of node.children) sortIn(parts, child);
    return;
  }
  const hasBody = parts.body !== undefined || parts.bodyNodes.length > 0;
  const isBeforeAll = parts.head === undefined && parts.headNodes.length === 0 && isBlank(node);
  if (hasBody || !isOfHead(node)) parts.bodyNodes.push(node);
  else if (!isBeforeAll) parts.headNodes.push(node);
};

/** What follows the end of the body belongs to it, and an element that a head cannot contain ends the head. */
const completeUpperLevels = (root: Document): void => {
  const parts: Parts = { hasFrames: false, headNodes: [], bodyNodes: [] };
  for (const node of root.children) sortIn(parts, node);
  if (parts.hasFrames) return;
  const {
    html = new ImpliedElement('html'),
    head = new ImpliedElement('head'),
    body = new ImpliedElement('body'),
  } = parts;
  adopt(head, parts.headNodes);
  adopt(body, parts.bodyNodes);
  adopt(html, [head, body]);
  adopt(root, [html]);
};

/**
 * Adds `html`, `head`, `body` and `tbody` where a page leaves their tags out and moves what is outside them in, as every
 * browser does: selectors are written against the page that browsers show. Changes the tree in place.
 */
export const completeTree = (root: Document): void => {
  completeUpperLevels(root);
  const tables: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (element.name === 'table') tables.push(element);
      return true;
    },
  });
  for (const table of tables) completeTable(table);
};
