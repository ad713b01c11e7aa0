import type { Document, Element } from 'domhandler';
import { parseDocument, walk, readText, firstBelow, allBelow, hasClass } from '@quarry/html';
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
  ['answer', new Set(['b_ans', 'b_poleContent'])],
  ['organic', new Set(['b_algo'])],
  ['pager', new Set(['b_pag'])],
  ['message', new Set(['b_msg'])],
  ['nothing', new Set(['b_no'])],
];

const namedKind = (element: Element): PartKind | undefined => {
  const { class: names } = element.attribs;
  if (names?.includes('b_') !== true) return undefined;
  return KINDS.find(([, classes]) => hasClass(element, classes))?.[0];
};

/** Most parts of one page. */
export const MAX_PARTS = 400;

const isHeading = ({ name }: Element): boolean => /^h[1-3]$/.test(name);

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

/** Answers hold results of their own. */
const hasFurtherTitle = (part: Element, first: Element): boolean =>
  allBelow(part, ({ name }) => name === 'h2').some((heading) => {
    const link = firstBelow(heading, ({ name, attribs }) => name === 'a' && attribs['href'] !== undefined);
    return link !== undefined && link !== first && readText(link) !== '';
  });

/** By what stands in it, where no names tell. */
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

/** An item that holds named results is but a frame around them. */
const isPlainItem = (element: Element): boolean =>
  element.name === 'li' && firstBelow(element, (inner) => namedKind(inner) === 'organic') === undefined;

/** Named parts and items of the columns, none inside of another, and links. Without columns: named parts of the whole page. */
const collect = (
  root: Document,
  columns: ReadonlyMap<string, Column> | undefined,
): { readonly items: Item[]; readonly links: Element[] } => {
  const items: Item[] = [];
  const links: Element[] = [];
  let column: { readonly element: Element | undefined; readonly name: Column } | undefined;
  if (!columns) column = { element: undefined, name: 'main' };
  let item: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'script' || element.name === 'style' || element.name === 'svg') return false;
      if (!column) {
        const name = columns?.get(element.attribs['id'] ?? '');
        if (name) column = { element, name };
        return true;
      }
      if (element.name === 'a' && element.attribs['href'] !== undefined) links.push(element);
      if (item || items.length >= MAX_PARTS) return true;
      if (namedKind(element) === undefined && !(columns && isPlainItem(element))) return true;
      item = element;
      items.push({ element, column: column.name });
      return true;
    },
    leave: (element) => {
      if (element === item) item = undefined;
      if (columns && column?.element === element) column = undefined;
    },
  });
  return { items, links };
};

const titleKind = (part: Element, url: string): LinkTarget['kind'] | undefined => {
  const title = titleLink(part);
  return title && readTarget(title.link.attribs['href'], url)?.kind;
};

/** What an item is: by its name, and where the page has no named results by what stands in it. */
const kindIn = ({ element, column }: Item, isNamed: boolean, url: string): PartKind | undefined => {
  const named = namedKind(element);
  // Advertisements under another name are told by where they lead.
  if (named === 'organic' || (named === undefined && isNamed)) {
    const leadsTo = titleKind(element, url);
    return leadsTo === 'ad' ? 'ad' : named;
  }
  const kind = named ?? shownKind(element, url);
  return kind === 'organic' && column !== 'main' ? 'answer' : kind;
};

/** Reads a results page once: its tree, the parts of its columns and its links. */
export const readResultsPage = (text: string, url: string): ResultsPage => {
  const { root } = parseDocument(text);
  const listed = collect(root, COLUMNS);
  // A saved part of a page may lack the lists around its results.
  const { items, links } = listed.items.length > 0 ? listed : collect(root, undefined);
  const isNamed = items.some(
    ({ element, column }) => column === 'main' && ['organic', 'nothing'].includes(namedKind(element) ?? ''),
  );
  const parts = items.flatMap((item): Part[] => {
    const kind = kindIn(item, isNamed, url);
    return kind ? [{ ...item, kind }] : [];
  });
  return { root, url, parts, links };
};

/** The page's text box, as the engine has filled it in. */
export const queryOf = ({ root, url }: ResultsPage): string => {
  const asked = URL.parse(url)?.searchParams.get('q');
  if (asked) return asked;
  const box = firstBelow(root, ({ attribs }) => attribs['name'] === 'q');
  return box?.attribs['value'] ?? (box ? readText(box) : '');
};
