import MarkdownIt, { type Token } from 'markdown-it';

export interface MarkdownReading {
  /** Words as a reader of the rendered markdown sees them. */
  readonly text: string;
  readonly headings: number;
  readonly items: number;
  readonly code: number;
  readonly rows: number;
  /** Targets in order; neighbours that lead to the same place are one. */
  readonly links: readonly string[];
  /** Tags that are not visible to a reader, except those that the markdown uses on purpose. */
  readonly strayTags: readonly string[];
}

const parser = new MarkdownIt('default', { html: true, linkify: false });
const OWN_TAG = /^<\/?(?:br|sub|sup)>$/;

/** Notes as browsers show them: marks that lead to the notes, and a list of these, which lead back. The parser knows no notes. */
const withNotes = (markdown: string): string =>
  markdown
    .replace(/^\[\^([^\]\s]+)\]: /gm, '- [↑](#mark-$1) ')
    .replace(/\[\^(?=[^\]\s])([a-z]*)([^\]\s]*)\](?!\()/gi, (_mark, letters: string, rest: string) => {
      const words = [letters, rest].filter((part) => part !== '').join(' ');
      return `[\\[${words}\\]](#note-${letters}${rest})`;
    });

/** Reads markdown by CommonMark with tables, strike-through and notes, independently of our writer. */
export const readMarkdown = (markdown: string): MarkdownReading => {
  const parts: string[] = [];
  const links: string[] = [];
  const strayTags: string[] = [];
  const counts = { heading_open: 0, list_item_open: 0, fence: 0, code_block: 0, tr_open: 0 };
  const readInline = (token: Token): void => {
    if (token.type === 'text' || token.type === 'code_inline') parts.push(token.content);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') parts.push('\n');
    else if (token.type === 'html_inline') {
      if (token.content === '<br>') parts.push('\n');
      else if (!OWN_TAG.test(token.content)) strayTags.push(token.content);
    } else if (token.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '');
      if (links.at(-1) !== href) links.push(href);
    }
  };
  for (const token of parser.parse(withNotes(markdown), {})) {
    if (token.type in counts) counts[token.type as keyof typeof counts] += 1;
    if (token.type === 'fence' || token.type === 'code_block') parts.push(token.content);
    else if (token.type === 'html_block') strayTags.push(token.content);
    for (const child of token.children ?? []) readInline(child);
    parts.push('\n');
  }
  return {
    text: parts.join(''),
    headings: counts.heading_open,
    items: counts.list_item_open,
    code: counts.fence + counts.code_block,
    rows: counts.tr_open,
    links,
    strayTags,
  };
};

/** Rendered html of each top-level block, without white space and comments. */
export const renderBlocks = (markdown: string): string[] => {
  const blocks: Token[][] = [];
  for (const token of parser.parse(markdown.replace(/<!--.*?-->/gs, ''), {})) {
    if (token.level === 0 && token.nesting >= 0) blocks.push([]);
    blocks.at(-1)?.push(token);
  }
  return blocks
    .map((tokens) => parser.renderer.render(tokens, parser.options, {}).replace(/\s+/g, ' '))
    .map((html) =>
      html
        .replaceAll('<p>', '')
        .replaceAll('</p>', '')
        .replace(/ ?(<[^>]+>) ?/g, '$1')
        .trim(),
    )
    .filter((html) => html !== '');
};
