import type { Document, Element } from 'domhandler';
import { allBelow, firstBelow, hasClass, parseDocument, readText, walk } from '@quarry/html';
import { readTarget, type LinkTarget } from '../link-target.js';

/** What a part of the list of results is. */
export type PartKind = 'organic' | 'ad' | 'answer' | 'pager' | 'message' | 'nothing';

export interface Part {
  readonly kind: PartKind;
  readonly element: Element;
  readonly column: 'top' | 'main' | 'side';
}

export interface ResultsPage {
  readonly root: Document;
  readonly url: string;
  readonly parts: readonly Part[];
  /** Links of the columns of results in page order; those of the page where it has none. */
  readonly links: readonly Element[];
}

const COLUMNS: ReadonlyMap<string, Part['column']> = new Map([
  ['b_topw', 'top'],
  ['b_pole', 'top'],
  ['b_results', 'main'],
  ['b_context', 'side'],
  ['b_dynRail', 'side'],
]);

const KINDS: readonly (readonly [PartKind, ReadonlySet<string>])[] = [
  ['ad', new Set(['b_ad', 'b_adTop', 'b_adBottom'])],
  // May be an answer as well.
  ['nothing', new Set(['b_no'])],
  ['answer', new Set(['b_ans', 'b_poleContent'])],
  ['organic', new Set(['b_algo'])],
  ['pager', new Set(['b_pag'])],
  ['message', new Set(['b_msg'])],
];

const namedKind = (element: Element): PartKind | undefined => {
  const { class: names } = element.attribs;
  if (names?.includes('b_') !== true) return undefined;
  return KINDS.find(([, classes]) => hasClass(element, classes))?.[0];
};

/** True for what the engine itself names a web result, wherever it stands. */
export const isNamedResult = (element: Element): boolean => namedKind(element) === 'organic';

/** Most parts of one page. */
export const MAX_PARTS = 400;

const isHeading = ({ name, attribs }: Element): boolean => /^h[1-3]$/.test(name) || attribs['role'] === 'heading';

/** The link of a part's first heading: in the heading, or around it. */
export const titleLink = (part: Element): { link: Element; heading: Element } | undefined => {
  let around: Element | undefined;
  let heading: Element | undefined;
  let found: { link: Element; heading: Element } | undefined;
  walk(part, {
    enter: (element) => {
      if (found) return false;
      const isLink = element.name === 'a' && element.attribs['href'] !== undefined;
      if (isLink && heading && readText(element) !== '') found = { link: element, heading: element };
      else if (isLink) around = element;
      if (isHeading(element)) {
        if (around) found = { link: around, heading: element };
        heading = element;
      }
      return !found;
    },
    leave: (element) => {
      if (element === around) around = undefined;
      if (element === heading) heading = undefined;
    },
  });
  return found;
};

/** Answers contain their own results. */
const hasFurtherTitle = (part: Element, first: Element): boolean =>
  allBelow(part, ({ name }) => name === 'h2').some((heading) => {
    const link = firstBelow(heading, ({ name, attribs }) => name === 'a' && attribs['href'] !== undefined);
    return link !== undefined && link !== first && readText(link) !== '';
  });

/** By its content, where there are no names. */
const shownKind = (part: Element, url: string): PartKind | undefined => {
  const title = titleLink(part);
  const first = firstBelow(part, isHeading);
  // Other blocks have a heading before their first title.
  if (title && first && (title.heading === first || firstBelow(first, (element) => element === title.link))) {
    const target = readTarget(title.link.attribs['href'], url);
    if (target?.kind === 'ad') return 'ad';
    const isResult = target?.kind === 'site' && firstBelow(part, ({ name }) => name === 'cite') !== undefined;
    return isResult && !hasFurtherTitle(part, title.link) ? 'organic' : 'answer';
  }
  if (firstBelow(part, ({ name, attribs }) => name === 'nav' || attribs['role'] === 'navigation')) return 'pager';
  return firstBelow(part, ({ name }) => name === 'h1') ? 'nothing' : undefined;
};

type Column = Part['column'];

interface Item {
  readonly element: Element;
  readonly column: Column;
}

/** An item with named results is only a frame around them. */
const isPlainItem = (element: Element): boolean =>
  element.name === 'li' && firstBelow(element, isNamedResult) === undefined;

type ColumnOf = (element: Element) => Column | undefined;

interface Collected {
  readonly items: readonly Item[];
  readonly links: readonly Element[];
}

/** Named parts and items of the columns, none inside another, and links. Without columns: named parts of the whole page. */
const collect = (root: Document, columnOf: ColumnOf | undefined): Collected => {
  const items: Item[] = [];
  const links: Element[] = [];
  let column: { readonly element: Element | undefined; readonly name: Column } | undefined;
  if (!columnOf) column = { element: undefined, name: 'main' };
  let item: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'script' || element.name === 'style' || element.name === 'svg') return false;
      if (!column) {
        const name = columnOf?.(element);
        if (name) column = { element, name };
        return true;
      }
      if (element.name === 'a' && element.attribs['href'] !== undefined) links.push(element);
      if (item || items.length >= MAX_PARTS) return true;
      if (namedKind(element) === undefined && !(columnOf && isPlainItem(element))) return true;
      item = element;
      items.push({ element, column: column.name });
      return true;
    },
    leave: (element) => {
      if (element === item) item = undefined;
      if (columnOf && column?.element === element) column = undefined;
    },
  });
  return { items, links };
};

const titleKind = (part: Element, url: string): LinkTarget['kind'] | undefined => {
  const title = titleLink(part);
  return title && readTarget(title.link.attribs['href'], url)?.kind;
};

/** The kind of an item: by its name, and where the page has no named results by its content. */
const kindIn = ({ element, column }: Item, isNamed: boolean, url: string): PartKind | undefined => {
  const named = namedKind(element);
  // Advertisements under another name are recognized by their target.
  if (named === 'organic' || (named === undefined && isNamed)) {
    const leadsTo = titleKind(element, url);
    return leadsTo === 'ad' ? 'ad' : named;
  }
  const kind = named ?? shownKind(element, url);
  return kind === 'organic' && column !== 'main' ? 'answer' : kind;
};

const MAIN_KINDS: ReadonlySet<PartKind | undefined> = new Set<PartKind>(['organic', 'nothing']);

const toPage = (root: Document, url: string, { items, links }: Collected): ResultsPage => {
  const isNamed = items.some(({ element, column }) => column === 'main' && MAIN_KINDS.has(namedKind(element)));
  const parts = items.flatMap((item): Part[] => {
    const kind = kindIn(item, isNamed, url);
    return kind ? [{ ...item, kind }] : [];
  });
  return { root, url, parts, links };
};

const hasMain = ({ parts }: ResultsPage): boolean =>
  parts.some(({ kind, column }) => column === 'main' && MAIN_KINDS.has(kind));

/** Fewer alike items may be anything. */
const MIN_LISTED = 3;

/** The list with the most items that look like results, on a page without the engine's names. */
const shownColumn = (root: Document, url: string): ColumnOf | undefined => {
  const counts = new Map<Element['parent'], number>();
  walk(root, {
    enter: (element) => {
      if (element.name !== 'li') return element.name !== 'script' && element.name !== 'style';
      const { parent } = element;
      if (parent && shownKind(element, url) === 'organic') counts.set(parent, (counts.get(parent) ?? 0) + 1);
      return false;
    },
  });
  const [list, count = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  return count >= MIN_LISTED ? (element) => (element === list ? 'main' : undefined) : undefined;
};

/** Reads a results page: its tree, the parts of its columns and its links. */
export const readResultsPage = (text: string, url: string): ResultsPage => {
  const { root } = parseDocument(text);
  const listed = toPage(
    root,
    url,
    collect(root, ({ attribs }) => COLUMNS.get(attribs['id'] ?? '')),
  );
  if (hasMain(listed)) return listed;
  // A saved part of a page may lack the lists around its results, and another layout their names.
  const named = toPage(root, url, collect(root, undefined));
  if (hasMain(named)) return named;
  const column = shownColumn(root, url);
  return column ? toPage(root, url, collect(root, column)) : listed;
};

/** The page's text box, as the engine has filled it in. */
export const queryOf = ({ root, url }: ResultsPage): string => {
  const asked = URL.parse(url)?.searchParams.get('q');
  if (asked) return asked;
  const box = firstBelow(root, ({ attribs }) => attribs['name'] === 'q');
  return box?.attribs['value'] ?? (box ? readText(box) : '');
};
