import type { ChildNode, Element } from 'domhandler';
import { isElement, isText, VOID_TAGS, type Visitor, walk, walkWhole } from '@quarry/html';
import { ImpliedElement } from './complete-tree.js';

/** Their text is no markup and knows no escapes. */
const RAW_TEXT: ReadonlySet<string> = new Set('script style xmp iframe noembed noframes plaintext'.split(' '));
const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math']);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};
const entityOf = (character: string): string => ENTITIES[character] ?? character;
const escapeText = (text: string): string => (/[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, entityOf) : text);
const escapeAttribute = (value: string): string =>
  /[&"<>\u00a0]/.test(value) ? value.replace(/[&"<>\u00a0]/g, entityOf) : value;

const openTag = (element: Element): string => {
  let tag = `<${element.name}`;
  for (const name in element.attribs) {
    const value = element.attribs[name] ?? '';
    tag += value === '' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`;
  }
  return `${tag}>`;
};

/**
 * The document type as the page writes it, after nothing but white space, comments and an XML declaration.
 */
export const readDoctype = (text: string): string | undefined => {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    while (at < text.length && ' \t\r\n\f'.includes(text[at] ?? '')) at += 1;
    const isComment = text.startsWith('<!--', at);
    if (!isComment && !text.startsWith('<?', at)) break;
    const close = isComment ? '-->' : '>';
    const end = text.indexOf(close, at + (isComment ? 4 : 2));
    if (end < 0) return undefined;
    at = end + close.length;
  }
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return undefined;
  const end = text.indexOf('>', at);
  return end < 0 ? undefined : text.slice(at, end + 1);
};

const startsOnNewLine = (node: ChildNode | undefined): boolean => isText(node) && /^\s*\n/.test(node.data);

/** Adds the html of what is visited to `parts`. */
const htmlVisitor = (parts: string[], isXml = false): Visitor => {
  let foreignDepth = 0;
  let rawDepth = 0;
  const isRaw = ({ name }: Element): boolean => !isXml && foreignDepth === 0 && RAW_TEXT.has(name);
  return {
    enter: (element) => {
      if (!(element instanceof ImpliedElement)) parts.push(openTag(element));
      if (isRaw(element)) rawDepth += 1;
      if (FOREIGN.has(element.name)) foreignDepth += 1;
      return true;
    },
    leave: (element) => {
      if (FOREIGN.has(element.name)) foreignDepth -= 1;
      if (isRaw(element)) rawDepth -= 1;
      const hasEnd = (isXml || !VOID_TAGS.has(element.name)) && !(element instanceof ImpliedElement);
      if (hasEnd) parts.push(`</${element.name}>`);
    },
    text: ({ data }) => {
      parts.push(rawDepth > 0 ? data : escapeText(data));
    },
  };
};

/** Html of the tree below `root`: parsing it gives the same tree. A document keeps its document type, a part has none. */
export const writeHtml = (root: { readonly children: readonly ChildNode[] }, doctype?: string): string => {
  const isDocument = root.children.some((child) => isElement(child) && child.name === 'html');
  const parts: string[] = isDocument && doctype !== undefined ? [doctype] : [];
  if (parts.length > 0 && !startsOnNewLine(root.children[0])) parts.push('\n');
  walk(root, htmlVisitor(parts));
  return parts.join('');
};

/** Html of an element with its tags; `isXml`: its XML. */
export const writeElementHtml = (element: Element, isXml = false): string => {
  const parts: string[] = [];
  walkWhole(element, htmlVisitor(parts, isXml));
  return parts.join('');
};
