import { type ChildNode, type Document, Element, type ParentNode } from 'domhandler';
import { isElement, isText, walk } from '../../dom/walk.js';

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

/** Parts the content of a page without `head` or `body` tags as browsers do. */
const completeHtml = (html: Element): void => {
  const named = (name: string): boolean => html.children.some((child) => isNamed(child, name));
  if (named('frameset') || (named('head') && named('body'))) return;
  const children: ChildNode[] = [];
  const rest = [...html.children];
  while (rest[0] && isBlank(rest[0])) children.push(...rest.splice(0, 1));
  if (isNamed(rest[0], 'head')) children.push(...rest.splice(0, 1));
  else {
    const end = rest.findIndex((child) => !isBlank(child) && !(isElement(child) && HEAD_ONLY.has(child.name)));
    const head = new ImpliedElement('head');
    adopt(head, rest.splice(0, end < 0 ? rest.length : end));
    children.push(head);
  }
  if (!rest.some((child) => isNamed(child, 'body'))) {
    const body = new ImpliedElement('body');
    adopt(body, rest.splice(0));
    rest.push(body);
  }
  adopt(html, [...children, ...rest]);
};

const after = (children: readonly ChildNode[], child: ChildNode): ChildNode[] =>
  children.slice(children.indexOf(child) + 1).filter((node) => !isBlank(node));

/** What follows the end of the body, or of the document, belongs to the body. */
const gatherInBody = (root: Document, html: Element): void => {
  const body = html.children.find((child) => isNamed(child, 'body'));
  if (!body) return;
  const late = [...after(html.children, body), ...after(root.children, html)];
  if (late.length === 0) return;
  const isLate = new Set(late);
  adopt(
    html,
    html.children.filter((child) => !isLate.has(child)),
  );
  adopt(
    root,
    root.children.filter((child) => !isLate.has(child)),
  );
  adopt(body, [...body.children, ...late]);
};

/**
 * Adds `html`, `head`, `body` and `tbody` where a page leaves their tags out, as every browser does: selectors are written
 * against the page that browsers show. Changes the tree in place; nothing that is visible moves.
 */
export const completeTree = (root: Document): void => {
  let html = root.children.find((child) => isNamed(child, 'html'));
  if (!html) {
    html = new ImpliedElement('html');
    adopt(html, root.children);
    adopt(root, [html]);
  }
  completeHtml(html);
  gatherInBody(root, html);
  const tables: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (element.name === 'table') tables.push(element);
      return true;
    },
  });
  for (const table of tables) completeTable(table);
};
