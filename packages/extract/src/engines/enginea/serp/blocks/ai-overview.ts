import type { Element } from 'domhandler';
import { firstBelow } from '../../../../dom/first-below.js';
import { isBlock } from '../../../../dom/blocks.js';
import { isHidden } from '../../../../dom/visibility.js';
import { walk } from '../../../../dom/walk.js';
import { readTarget } from '../../link-target.js';
import { fold, readLines, readText } from '../../../shared/reader-text.js';
import { ancestry, type ResultsPage } from '../results-page.js';

export interface OverviewBlock {
  readonly type: 'paragraph' | 'heading' | 'list' | 'table' | 'code';
  readonly [field: string]: unknown;
}

export interface OverviewReference {
  readonly index: number;
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly source?: string;
}

export interface AiOverview {
  readonly textBlocks: readonly OverviewBlock[];
  readonly references: readonly OverviewReference[];
}

const MAX_BLOCKS = 200;
const MAX_REFERENCES = 60;

/** Chips of sources, cards, pictures and controls are beside the text. */
const isAside = (element: Element): boolean => {
  const { name, attribs } = element;
  return (
    name === 'button' ||
    name === 'svg' ||
    name === 'textarea' ||
    name === 'script' ||
    name === 'style' ||
    attribs['data-src-id'] !== undefined ||
    attribs['aria-hidden'] === 'true' ||
    ['button', 'dialog', 'menu', 'img'].includes(attribs['role'] ?? '') ||
    attribs['popover'] !== undefined ||
    isHidden(element)
  );
};

const READ = { isLeftOut: isAside } as const;

const childrenOf = (root: Element, names: readonly string[]): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (isAside(element)) return false;
      if (!names.includes(element.name)) return true;
      found.push(element);
      return false;
    },
  });
  return found;
};

const listOf = (list: Element): OverviewBlock | undefined => {
  const items = childrenOf(list, ['li'])
    .map((item) => ({ snippet: readText(item, READ) }))
    .filter(({ snippet }) => snippet !== '');
  return items.length > 0 ? { type: 'list', list: items } : undefined;
};

const tableOf = (table: Element): OverviewBlock | undefined => {
  const rows = childrenOf(table, ['tr']).map((row) =>
    childrenOf(row, ['td', 'th']).map((cell) => readText(cell, READ)),
  );
  return rows.length > 0 ? { type: 'table', table: rows } : undefined;
};

const wholeBlock = (element: Element): OverviewBlock | undefined | 'none' => {
  const { name, attribs } = element;
  if (name === 'ul' || name === 'ol') return listOf(element);
  if (name === 'table') return tableOf(element);
  if (name === 'pre') return { type: 'code', code: readText(element) };
  if (/^h[2-6]$/.test(name) || attribs['role'] === 'heading') {
    const snippet = readText(element, READ);
    return snippet === '' ? undefined : { type: 'heading', snippet };
  }
  return 'none';
};

/** Collects runs of text into paragraphs between blocks of other kinds. */
class Writer {
  readonly blocks: OverviewBlock[] = [];
  private text: string[] = [];
  private marks: string[] = [];

  add(text: string): void {
    this.text.push(text);
  }

  mark(element: Element): void {
    const text = readText(element, READ);
    if (text !== '') this.marks.push(text);
  }

  flush(): void {
    const snippet = fold(this.text.join(''));
    const { marks } = this;
    this.text = [];
    this.marks = [];
    if (!/[\p{L}\p{N}]{2}/u.test(snippet) || this.blocks.length >= MAX_BLOCKS) return;
    this.blocks.push({ type: 'paragraph', snippet, ...(marks.length > 0 ? { snippetHighlightedWords: marks } : {}) });
  }

  push(block: OverviewBlock | undefined): void {
    this.flush();
    if (block && this.blocks.length < MAX_BLOCKS) this.blocks.push(block);
  }
}

const readBlocks = (content: Element): OverviewBlock[] => {
  const writer = new Writer();
  walk(content, {
    enter: (element) => {
      if (isAside(element)) return false;
      const whole = wholeBlock(element);
      if (whole !== 'none') {
        writer.push(whole);
        return false;
      }
      if (isBlock(element.name) || element.name === 'br') writer.flush();
      if (element.name === 'mark' || element.name === 'strong') writer.mark(element);
      return true;
    },
    leave: (element) => {
      if (isBlock(element.name)) writer.flush();
    },
    text: ({ data }) => {
      writer.add(data);
    },
  });
  writer.flush();
  return writer.blocks;
};

/** The column of the answer; in the older form the part whose sentences are numbered. */
const contentOf = (root: Element): Element | undefined => {
  const column = firstBelow(root, ({ attribs }) => attribs['data-container-id'] === 'main-col');
  if (column) return column;
  const sentence = firstBelow(root, ({ attribs }) => attribs['data-huuid'] !== undefined);
  return sentence && ancestry(sentence).find(({ attribs }) => attribs['data-rl'] !== undefined);
};

const siteLinkIn = (card: Element, page: ResultsPage): { link: Element; url: string } | undefined => {
  const link = firstBelow(
    card,
    ({ name, attribs }) => name === 'a' && readTarget(attribs['href'], page.url)?.kind === 'site',
  );
  const target = link && readTarget(link.attribs['href'], page.url);
  return link && target ? { link, url: target.url } : undefined;
};

const cardsIn = (root: Element, content: Element | undefined): Element[] => {
  const cards = new Map<string, Element>();
  const items: Element[] = [];
  walk(root, {
    enter: (element) => {
      const id = element.attribs['data-src-id'];
      if (id !== undefined && !cards.has(id)) cards.set(id, element);
      if (element !== content && element.name === 'li' && !(content && ancestry(element).includes(content)))
        items.push(element);
      return true;
    },
  });
  return cards.size > 0 ? [...cards.values()] : items;
};

const readReferences = (root: Element, content: Element | undefined, page: ResultsPage): OverviewReference[] => {
  const found = new Map<string, OverviewReference>();
  for (const card of cardsIn(root, content)) {
    const site = siteLinkIn(card, page);
    if (!site || found.has(site.url) || found.size >= MAX_REFERENCES) continue;
    const lines = readLines(card, { readsHidden: true, isLeftOut: ({ attribs }) => attribs['role'] === 'button' });
    const [title = '', ...rest] = lines;
    const source = rest.length > 1 ? rest.at(-1) : undefined;
    const snippet = rest.find((line) => line !== source && line.length > 20);
    if (title === '') continue;
    found.set(site.url, {
      index: found.size,
      title,
      link: site.url,
      ...(snippet === undefined ? {} : { snippet }),
      ...(source === undefined ? {} : { source }),
    });
  }
  return [...found.values()];
};

/** What the engine's model has written above the results, with its sources. */
export const readAiOverview = (page: ResultsPage): AiOverview | undefined => {
  for (const root of page.regions.get('overview') ?? []) {
    if (ancestry(root).some(({ attribs }) => attribs['data-q'] !== undefined)) continue;
    const content = contentOf(root);
    const textBlocks = content ? readBlocks(content) : [];
    if (textBlocks.length > 0) return { textBlocks, references: readReferences(root, content, page) };
  }
  return undefined;
};
