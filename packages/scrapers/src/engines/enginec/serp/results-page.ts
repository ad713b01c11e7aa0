import type { Element } from 'domhandler';
import { isElement, parseDocument, readText, walk } from '@quarry/html';
import { readTarget, type LinkTarget } from '../link-target.js';

/** One entry of the list: the elements that belong to it, in page order. */
export interface Entry {
  readonly kind: 'organic' | 'ad';
  readonly title: Element;
  readonly target: LinkTarget;
  readonly parts: readonly Element[];
}

export interface ResultsPage {
  readonly root: ReturnType<typeof parseDocument>['root'];
  readonly url: string;
  readonly entries: readonly Entry[];
}

/** Most entries of one page: several loads of the page that grows have some eighty. */
export const MAX_ENTRIES = 300;
/** Levels from a title up to the element that holds its entry. */
const LEVELS_UP = 8;

/** Parts of a page without entries of the list. */
const ASIDE: ReadonlySet<string> = new Set([
  'form',
  'nav',
  'footer',
  'header',
  'aside',
  'select',
  'noscript',
  'template',
]);
const NEVER_ENTRY: ReadonlySet<string> = new Set([
  'ol',
  'ul',
  'section',
  'main',
  'body',
  'html',
  'form',
  'table',
  'tbody',
]);

export const classesOf = ({ attribs }: Element): string => ` ${attribs['class'] ?? ''} `;
export const testIdOf = ({ attribs }: Element): string => attribs['data-testid'] ?? '';

/** Marks of an entry that do not depend on its looks. */
const isMarked = (element: Element): boolean =>
  element.name === 'article' ||
  element.name === 'li' ||
  /^r\w*-\d+$/.test(element.attribs['id'] ?? '') ||
  / (?:result|results_links|web-result) /.test(classesOf(element));

const isNamedTitle = (link: Element): boolean =>
  testIdOf(link) === 'result-title-a' || / (?:result__a|result-link) /.test(classesOf(link));

const isAdPart = (element: Element): boolean =>
  testIdOf(element) === 'ad' ||
  element.attribs['data-layout'] === 'ad' ||
  / (?:result--ad|result-sponsored) /.test(classesOf(element));

const previousElement = (element: Element): Element | undefined => {
  let previous = element.prev;
  while (previous && !isElement(previous)) previous = previous.prev;
  return previous ?? undefined;
};

/** The cell of a link in a row that begins with a rank: the page of tables has neither headings nor boxes. */
const isInRankedRow = (link: Element): boolean => {
  const cell = link.parent;
  if (!isElement(cell) || cell.name !== 'td') return false;
  const before = previousElement(cell);
  return before?.name === 'td' && /^\d{1,3}\.$/.test(readText(before));
};

interface Title {
  readonly link: Element;
  readonly target: LinkTarget;
}

/** A search of the engine itself, such as a suggested one: never an entry of the list. */
const isSearch = ({ kind, url }: LinkTarget): boolean =>
  kind === 'engine' && URL.parse(url)?.searchParams.has('q') === true;

interface Climb {
  headings: number;
  asides: number;
}

/** Links that are the title of an entry: in a heading of the list, in a ranked row, or named so. */
const findTitles = (root: ResultsPage['root'], url: string): Title[] => {
  const titles: Title[] = [];
  const depth: Climb = { headings: 0, asides: 0 };
  let taken: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (titles.length >= MAX_ENTRIES) return false;
      if (ASIDE.has(element.name)) depth.asides += 1;
      if (element.name === 'h2') {
        depth.headings += 1;
        taken = undefined;
      }
      if (element.name !== 'a' || depth.asides > 0) return true;
      const target = readTarget(element.attribs['href'], url);
      const isNamed = isNamedTitle(element);
      const isTitle = isNamed || (depth.headings > 0 && !taken && target?.kind !== 'engine') || isInRankedRow(element);
      if (target && isTitle && !isSearch(target) && readText(element) !== '') {
        titles.push({ link: element, target });
        if (depth.headings > 0) taken = element;
      }
      return true;
    },
    leave: ({ name }) => {
      if (ASIDE.has(name)) depth.asides -= 1;
      if (name === 'h2') depth.headings -= 1;
    },
  });
  // Boxes about the subject have headings with links too: where the page names its titles, it names them all.
  const named = titles.filter(({ link }) => isNamedTitle(link));
  return named.length > 0 ? named : titles;
};

/** Older pages have neither headings nor ranks: the first link with words in each box of a result. */
const findPlainTitles = (root: ResultsPage['root'], url: string): Title[] => {
  const titles: Title[] = [];
  walk(root, {
    enter: (element) => {
      if (titles.length >= MAX_ENTRIES) return false;
      if (!/ (?:web-result|results_links) /.test(classesOf(element)) || / nav-link /.test(classesOf(element)))
        return true;
      let found: Title | undefined;
      walk(element, {
        enter: (inner) => {
          if (found || inner.name !== 'a') return found === undefined;
          const target = readTarget(inner.attribs['href'], url);
          if (target && target.kind !== 'engine' && readText(inner) !== '') found = { link: inner, target };
          return true;
        },
      });
      if (found) titles.push(found);
      return false;
    },
  });
  return titles;
};

const ancestors = (element: Element): Element[] => {
  const way: Element[] = [];
  for (let at = element.parent; isElement(at) && way.length < LEVELS_UP; at = at.parent) way.push(at);
  return way;
};

/** Rows of the table from the title's up to that of the next title. */
const rowsOf = (row: Element, isNext: (row: Element) => boolean): Element[] => {
  const rows = [row];
  for (let next = row.next; next && rows.length < LEVELS_UP; next = next.next) {
    if (!isElement(next)) continue;
    if (isNext(next)) break;
    rows.push(next);
  }
  return rows;
};

const toEntries = (titles: readonly Title[]): Entry[] => {
  const held = new Map<Element, number>();
  for (const { link } of titles) for (const above of ancestors(link)) held.set(above, (held.get(above) ?? 0) + 1);
  return titles.map(({ link, target }) => {
    let box = link;
    for (const above of ancestors(link)) {
      if (held.get(above) !== 1 || NEVER_ENTRY.has(above.name) || above.attribs['id'] === 'links') break;
      box = above;
      if (isMarked(above)) break;
    }
    const parts = box.name === 'tr' ? rowsOf(box, (row) => held.has(row)) : [box];
    const isAd = target.kind === 'ad' || [...ancestors(link), ...parts].some(isAdPart);
    return { kind: isAd ? 'ad' : 'organic', title: link, target, parts };
  });
};

export const readResultsPage = (text: string, url: string): ResultsPage => {
  const { root } = parseDocument(text);
  const titles = findTitles(root, url);
  return { root, url, entries: toEntries(titles.length > 0 ? titles : findPlainTitles(root, url)) };
};
