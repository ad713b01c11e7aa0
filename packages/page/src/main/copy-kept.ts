import { type ChildNode, Document, Element, type ParentNode, Text } from 'domhandler';
import { appendChild, isElement, isText } from '@quarry/html';
import { isControl } from './other-pages/controls.js';

/** Where a browser may break a word; nothing to a reader of the text. */
const SOFT_HYPHEN = '\u00ad';

/** A document with copies of `nodes` and all below them, without those in `dropped` and without buttons of the page; the nodes themselves do not change. */
export const copyKept = (nodes: readonly ChildNode[], dropped: ReadonlySet<Element>): Document => {
  const copy = new Document([]);
  const open: { readonly from: readonly ChildNode[]; readonly to: ParentNode; next: number }[] = [
    { from: nodes, to: copy, next: 0 },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.from[level.next];
    level.next += 1;
    if (!node) open.pop();
    else if (isText(node)) appendChild(level.to, new Text(node.data.replaceAll(SOFT_HYPHEN, '')));
    else if (isElement(node) && !dropped.has(node) && !isControl(node)) {
      // Attributes are shared: nothing changes them.
      const element = new Element(node.name, node.attribs);
      appendChild(level.to, element);
      open.push({ from: node.children, to: element, next: 0 });
    }
  }
  return copy;
};
