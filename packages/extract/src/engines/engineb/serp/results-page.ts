import type { Document, Element } from 'domhandler';
import { parseDocument } from '../../../dom/parse-document.js';
import { walk } from '../../../dom/walk.js';
import { readText } from '../../enginea/reader-text.js';
import { readTarget } from '../link-target.js';
import { firstBelow, hasClass } from './find-elements.js';

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
  /** Whether the page has the list that results stand in, however empty it is. */
  readonly hasList: boolean;
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

/** By what stands in it, where no names tell. */
const shownKind = (part: Element, url: string): PartKind | undefined => {
  const title = titleLink(part);
  const first = firstBelow(part, isHeading);
  // Other blocks have a heading before their first title.
  if (title && first && (title.heading === first || firstBelow(first, (element) => element === title.link))) {
    const target = readTarget(title.link.attribs['href'], url);
    if (target?.kind === 'ad') return 'ad';
    if (target?.kind === 'site' && firstBelow(part, ({ name }) => name === 'cite')) return 'organic';
    return 'answer';
  }
  if (firstBelow(part, ({ name, attribs }) => name === 'nav' || attribs['role'] === 'navigation')) return 'pager';
  return firstBelow(part, ({ name }) => name === 'h1') ? 'nothing' : undefined;
};

interface Found {
  readonly parts: Part[];
  /** Items of the lists, for pages whose parts have no known names. */
  readonly items: { readonly element: Element; readonly column: Part['column'] }[];
  readonly links: Element[];
  readonly allLinks: Element[];
  hasList: boolean;
}

const collect = (root: Document): Found => {
  const found: Found = { parts: [], items: [], links: [], allLinks: [], hasList: false };
  const open: { readonly element: Element; readonly column: Part['column'] }[] = [];
  let part: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (element.name === 'script' || element.name === 'style' || element.name === 'svg') return false;
      const { id = '' } = element.attribs;
      const column = COLUMNS.get(id);
      if (column && open.length === 0) open.push({ element, column });
      if (id === 'b_results') found.hasList = true;
      if (element.name === 'a' && element.attribs['href'] !== undefined) {
        found.allLinks.push(element);
        if (open.length > 0) found.links.push(element);
      }
      const [place] = open;
      if (!place || part || place.element === element || found.items.length >= MAX_PARTS) return true;
      const kind = namedKind(element);
      if (kind || element.name === 'li') part = element;
      if (kind) found.parts.push({ kind, element, column: place.column });
      if (part) found.items.push({ element, column: place.column });
      return true;
    },
    leave: (element) => {
      if (element === part) part = undefined;
      if (open.at(-1)?.element === element) open.pop();
    },
  });
  return found;
};

/** Reads a results page once: its tree, the parts of its columns and its links. */
export const readResultsPage = (text: string, url: string): ResultsPage => {
  const { root } = parseDocument(text);
  const { parts, items, links, allLinks, hasList } = collect(root);
  const isNamed = parts.some(({ kind, column }) => column === 'main' && kind !== 'pager');
  const shown = isNamed
    ? parts
    : items.flatMap(({ element, column }): Part[] => {
        const kind = shownKind(element, url);
        return kind ? [{ element, column, kind: kind === 'organic' && column !== 'main' ? 'answer' : kind }] : [];
      });
  return { root, url, parts: shown, hasList, links: links.length > 0 ? links : allLinks };
};

/** The page's text box, as the engine has filled it in. */
export const queryOf = ({ root, url }: ResultsPage): string => {
  const asked = URL.parse(url)?.searchParams.get('q');
  if (asked) return asked;
  const box = firstBelow(root, ({ attribs }) => attribs['name'] === 'q');
  return box?.attribs['value'] ?? (box ? readText(box) : '');
};
