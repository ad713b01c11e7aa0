import type { ChildNode, Element } from 'domhandler';
import { isBlock, isElement, isNeverShown, isText, walk } from '@quarry/html';

const LINE_NUMBER =
  /(?:^|\s)(?:line-?nums?|line-?numbers?(?:-rows)?|linenos?|lineno|linenumbers?|ln-num|ln|gutter|hljs-ln-numbers|blob-num|rouge-gutter|react-line-number|code-line-number|line-number)(?:\s|$)/i;

/** Line numbers, copy buttons and the like: beside code, not part of it. */
export const isBesideCode = (element: Element): boolean => {
  const { class: className, style, 'aria-hidden': isAriaHidden } = element.attribs;
  if (element.name === 'button') return true;
  // A pre that numbers its lines carries the word itself.
  if (className && element.name !== 'pre' && element.name !== 'code' && LINE_NUMBER.test(className)) return true;
  return isAriaHidden === 'true' && style !== undefined && /user-select\s*:\s*none/.test(style);
};

/** Most nodes of a column of numbers: bounds the cost of nested ones. */
const MAX_GUTTER_NODES = 5_000;

const holdsOnlyNumbers = (root: Element): boolean => {
  const open: ChildNode[] = [root];
  let hasNumber = false;
  for (let nodes = 0; open.length > 0; nodes += 1) {
    const node = open.pop();
    if (isText(node)) {
      if (!/^[\d\s]*$/.test(node.data)) return false;
      hasNumber ||= /\d/.test(node.data);
    } else if (isElement(node)) {
      if (nodes + node.children.length > MAX_GUTTER_NODES) return false;
      open.push(...node.children);
    }
  }
  return hasNumber;
};

/** A column of line numbers beside the code instead of in it. */
export const isGutter = (element: Element): boolean => {
  const { class: className } = element.attribs;
  if (!className || element.name === 'pre' || element.name === 'code') return false;
  return LINE_NUMBER.test(className) && holdsOnlyNumbers(element);
};

const BREAKS_LINE = /display\s*:\s*(?:block|grid|flex|table-row)/;

/** Source text as shown, line breaks kept, whatever elements colour it. */
export const codeText = (root: Element): string => {
  const parts: string[] = [];
  const breakLine = (): void => {
    if (parts.length > 0 && !(parts.at(-1) ?? '').endsWith('\n')) parts.push('\n');
  };
  const isLine = (element: Element): boolean =>
    (isBlock(element.name) && element.name !== 'td' && element.name !== 'th') ||
    BREAKS_LINE.test(element.attribs['style'] ?? '');
  walk(root, {
    enter: (element) => {
      if (isNeverShown(element.name) || isBesideCode(element)) return false;
      if (element.name === 'br') parts.push('\n');
      else if (isLine(element)) breakLine();
      return true;
    },
    leave: (element) => {
      if (element.name !== 'br' && isLine(element)) breakLine();
    },
    text: (node) => {
      if (node.data !== '') parts.push(node.data);
    },
  });
  return parts
    .join('')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u200b', '')
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
};

const LANGUAGE_CLASS =
  /(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight-|brush:\s*|sourceCode\s+|code-)-?([\w+#.-]+)/i;
const BARE_LANGUAGE =
  /(?:^|\s)(js|javascript|ts|typescript|jsx|tsx|json|python|py|ruby|rb|java|kotlin|swift|go|golang|rust|c|cpp|csharp|cs|php|perl|bash|sh|shell|console|powershell|sql|html|xml|css|scss|yaml|yml|toml|ini|makefile|dockerfile|diff|lua|scala|haskell|elixir|clojure|graphql|markdown|r)(?:\s|$)/i;

const languageOf = (element: Element): string | undefined => {
  const { class: className = '', 'data-lang': lang, 'data-language': language } = element.attribs;
  const told = language ?? lang ?? LANGUAGE_CLASS.exec(className)?.[1];
  return told &&
    !/^(?:none|plain|plaintext|text|block|snippet|wrapper|toolbar|box|example|highlight|default|notranslate|figure|container|copy|lines?)$/i.test(
      told,
    )
    ? told
    : undefined;
};

/** The language in the names of a box that marks its code: `highlight-python`, `highlight yaml`. */
const boxLanguage = (box: Element): string | undefined => {
  const { class: className = '' } = box.attribs;
  return /highlight/.test(className) ? (languageOf(box) ?? BARE_LANGUAGE.exec(className)?.[1]) : undefined;
};

/** Boxes around a block that are looked at: a table of line numbers and code is between the two. */
const MAX_BOXES = 6;

const boxAround = (pre: Element): string | undefined => {
  let box = pre.parent;
  for (let steps = 0; isElement(box) && steps < MAX_BOXES; box = box.parent, steps += 1) {
    const language = boxLanguage(box);
    if (language !== undefined) return language;
  }
  return undefined;
};

/** The language that a code block, its code element or the box around it declares; empty where none is declared. */
export const codeLanguage = (pre: Element): string => {
  const code = pre.children.find((child): child is Element => isElement(child) && child.name === 'code');
  const around = isElement(pre.parent) ? pre.parent : undefined;
  const told =
    languageOf(pre) ??
    (code && languageOf(code)) ??
    BARE_LANGUAGE.exec(`${pre.attribs['class'] ?? ''} ${code?.attribs['class'] ?? ''}`)?.[1] ??
    (around && around.name !== 'body' ? languageOf(around) : undefined) ??
    boxAround(pre);
  return (told ?? '').toLowerCase().replace(/[^\w+#.-]/g, '');
};

/** True for a column of line numbers beside code, in its own pre. */
export const isLineNumberList = (text: string): boolean =>
  /^[\d\s]+$/.test(text) && (text.includes('\n') || text.trim() === '1');

/** Whether it stands in a cell of a table. */
export const isInCell = (element: Element): boolean => {
  let node = element.parent;
  for (let steps = 0; isElement(node) && steps < 4; steps += 1) {
    if (node.name === 'td' || node.name === 'th') return true;
    node = node.parent;
  }
  return false;
};
