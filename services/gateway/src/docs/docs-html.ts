import { escapeHtml as safe } from './escape-html.js';

/** The anchor of a path: its letters and digits, parted by dashes. */
export const anchorOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

export const each = <T>(items: readonly T[], write: (item: T) => string): string => items.map(write).join('');

/** A cell of ready markup under the heading of its column, which narrow screens show beside it. */
const cell = (html: string, head: string): string => `<td data-head="${safe(head)}">${html}</td>`;

/** Cells are ready markup. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[], name = ''): string => {
  const body = each(rows, (cells) => `<tr>${cells.map((html, index) => cell(html, heads[index] ?? '')).join('')}</tr>`);
  const head = each(heads, (text) => `<th scope="col">${safe(text)}</th>`);
  return `<table${name === '' ? '' : ` class="${name}"`}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};

export const code = (text: string): string => `<code>${safe(text)}</code>`;

/** A block to copy, of more lines than one. */
export const codeBlock = (text: string): string => `<pre tabindex="0"><code>${safe(text)}</code></pre>`;

export const tag = (text: string, kind = ''): string =>
  `<span class="tag${kind === '' ? '' : ` ${kind}`}">${safe(text)}</span>`;

export const NOT_YET = 'not in this version';
