import { escapeHtml as safe } from './escape-html.js';

/** The anchor of a path: its letters and digits, joined with dashes. */
export const anchorOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');

export const each = <T>(items: readonly T[], write: (item: T) => string): string => items.map(write).join('');

/** A cell; `html` is markup. Narrow screens show the column's heading beside it. */
const cell = (html: string, head: string): string => `<td data-head="${safe(head)}">${html}</td>`;

/** Cells are markup. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[], name = ''): string => {
  const body = each(rows, (cells) => `<tr>${cells.map((html, index) => cell(html, heads[index] ?? '')).join('')}</tr>`);
  const head = each(heads, (text) => `<th scope="col">${safe(text)}</th>`);
  return `<table${name === '' ? '' : ` class="${name}"`}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};

/** An HTTP method as a label. */
export const method = (name: string): string => `<span class="method ${name.toLowerCase()}">${name}</span>`;

export const code = (text: string): string => `<code>${safe(text)}</code>`;

/** A block of several lines to copy. */
export const codeBlock = (text: string): string => `<pre tabindex="0"><code>${safe(text)}</code></pre>`;

export const tag = (text: string, kind = ''): string =>
  `<span class="tag${kind === '' ? '' : ` ${kind}`}">${safe(text)}</span>`;

/** A table of endpoints. */
export const routeTable = (routes: readonly (readonly [verb: string, path: string, meaning: string])[]): string =>
  table(
    ['Method', 'Path', 'Meaning'],
    routes.map(([verb, path, meaning]) => [method(verb), code(path), safe(meaning)]),
  );
