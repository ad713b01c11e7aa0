import type { Element } from 'domhandler';
import { walk } from '@quarry/html';
import { attribute, localName } from '../archive/xml-tree.js';
import { escapeHtml, outwardTarget } from '../html-body.js';
import type { OfficeReading } from '../office-reading.js';

const KEPT: ReadonlySet<string> = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code kbd samp em strong i b u s del ins sub sup a table caption ' +
    'thead tbody tfoot tr td th br hr figure figcaption div section article aside q cite abbr ruby rb rt rp math'
  ).split(' '),
);
const VOID: ReadonlySet<string> = new Set(['br', 'hr']);
const LEFT_OUT: ReadonlySet<string> = new Set('head script style template iframe object audio video form'.split(' '));
/** Formulas keep their elements, without any attribute. */
const FORMULA =
  /^(?:m(?:i|n|o|s|text|space|row|frac|sqrt|root|sub|sup|subsup|under|over|underover|multiscripts|table|tr|td|enclose|fenced|padded|phantom|style|prescripts)|none|semantics)$/;

const spans = (element: Element): string =>
  ['colspan', 'rowspan']
    .map((name) => {
      const count = attribute(element, name);
      return count !== undefined && /^[1-9]\d{0,3}$/.test(count) ? ` ${name}="${count}"` : '';
    })
    .join('');

const attributesOf = (element: Element, name: string): string => {
  if (name === 'a') {
    const target = outwardTarget(attribute(element, 'href'));
    return target === undefined ? '' : ` href="${escapeHtml(target)}"`;
  }
  if (name === 'td' || name === 'th') return spans(element);
  if (name === 'ol') {
    const start = attribute(element, 'start');
    return start !== undefined && /^\d{1,6}$/.test(start) ? ` start="${start}"` : '';
  }
  const language =
    name === 'code' || name === 'pre' ? /(?:^|\s)language-[\w+#-]{1,40}/.exec(attribute(element, 'class') ?? '') : null;
  return language ? ` class="${language[0].trim()}"` : '';
};

/** A list of the book's own chapters within one of them. */
const isContents = (element: Element): boolean =>
  attribute(element, 'role') === 'doc-toc' ||
  /(?:^|\s)toc(?:\s|$)/.test(element.attribs['epub:type'] ?? '') ||
  /(?:^|\s)(?:toc|toctree-wrapper|table-of-contents)(?:\s|$)/i.test(attribute(element, 'class') ?? '');

const pictureOf = (element: Element): string => {
  const text = (attribute(element, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  return text === '' ? '' : `<img alt="${escapeHtml(text)}">`;
};

/** A chapter as plain html: its own elements, without scripts, styles, pictures' files and targets in the book. */
export const chapterHtml = (body: Element, reading: OfficeReading): string => {
  const parts: string[] = [];
  let isFull = false;
  const add = (html: string): boolean => {
    if (isFull || !reading.takeChars(html.length) || !reading.hasTime()) isFull = true;
    else parts.push(html);
    return !isFull;
  };
  const tagOf = (element: Element): string | undefined => {
    const name = localName(element).toLowerCase();
    return KEPT.has(name) || FORMULA.test(name) ? name : undefined;
  };
  walk(body, {
    enter: (element) => {
      const name = localName(element).toLowerCase();
      if (isFull || LEFT_OUT.has(name) || isContents(element) || attribute(element, 'hidden') !== undefined)
        return false;
      if (name === 'img') add(pictureOf(element));
      if (name === 'td' || name === 'th') isFull = !reading.takeCells(1);
      const tag = tagOf(element);
      return tag === undefined || add(`<${tag}${attributesOf(element, tag)}>`);
    },
    leave: (element) => {
      const tag = tagOf(element);
      if (tag !== undefined && !VOID.has(tag)) parts.push(`</${tag}>`);
    },
    text: ({ data }) => {
      if (!isFull) add(escapeHtml(data));
    },
  });
  return parts.join('');
};
