import type { ChildNode, Element } from 'domhandler';
import { VOID_TAGS, isElement, isText, walk } from '@quarry/html';
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

/** Html of what stands below `root`: parsing it gives the same tree. A document keeps its document type, a part has none. */
export const writeHtml = (root: { readonly children: readonly ChildNode[] }, doctype?: string): string => {
  const isDocument = root.children.some((child) => isElement(child) && child.name === 'html');
  const parts: string[] = isDocument && doctype !== undefined ? [doctype] : [];
  if (parts.length > 0 && !startsOnNewLine(root.children[0])) parts.push('\n');
  let foreignDepth = 0;
  let rawDepth = 0;
  const isRaw = ({ name }: Element): boolean => foreignDepth === 0 && RAW_TEXT.has(name);
  walk(root, {
    enter: (element) => {
      if (!(element instanceof ImpliedElement)) parts.push(openTag(element));
      if (isRaw(element)) rawDepth += 1;
      if (FOREIGN.has(element.name)) foreignDepth += 1;
      return true;
    },
    leave: (element) => {
      if (FOREIGN.has(element.name)) foreignDepth -= 1;
      if (isRaw(element)) rawDepth -= 1;
      const hasEnd = !VOID_TAGS.has(element.name) && !(element instanceof ImpliedElement);
      if (hasEnd) parts.push(`</${element.name}>`);
    },
    text: ({ data }) => {
      parts.push(rawDepth > 0 ? data : escapeText(data));
    },
  });
  return parts.join('');
};
