import type { Element } from 'domhandler';
import { ancestors, isElement, normalizeText, readText, walk } from '@quarry/html';
import type { ResultsPage } from '../serp/results-page.js';

export interface FilterOption {
  readonly text: string;
  /** With the changed search text of the link, this is the filtered search. */
  readonly shoprs?: string;
  readonly link: string;
}

export interface Filter {
  readonly title?: string;
  readonly options: readonly FilterOption[];
}

export interface Filters {
  /** Beside or above the products. */
  readonly filters: readonly Filter[];
  /** Among the products. */
  readonly refineSearchFilters: readonly Filter[];
}

const MAX_LINKS = 600;
const MAX_TEXT_CHARS = 80;
const LEVELS_UP = 6;

/** A link that narrows the search in the shop; paging, other views and other kinds of search do not. */
const filterUrl = ({ attribs }: Element, pageUrl: string): URL | undefined => {
  const href = attribs['href'] ?? '';
  if (!/[?&](?:shoprs|tbs)=/.test(href)) return undefined;
  const url = URL.parse(href, pageUrl);
  if (url?.pathname !== '/search' || !pageUrl.startsWith(`${url.origin}/`) || url.searchParams.has('start'))
    return undefined;
  const { searchParams } = url;
  if (searchParams.has('shoprs')) return url;
  const isShop = searchParams.get('tbm') === 'shop' || searchParams.get('udm') === '28';
  // The view alone (`vw:g`) is not a filter.
  const narrows = (searchParams.get('tbs') ?? '').split(',').some((part) => !/^(?:vw|mr|ss|init_ar)\b|^$/.test(part));
  return isShop && narrows ? url : undefined;
};

const optionText = (link: Element): string =>
  readText(link, { readsHidden: true }) || normalizeText(link.attribs['title'] ?? link.attribs['aria-label'] ?? '');

/** The text directly before the list with a link: what the list filters by. */
const headingOf = (link: Element, links: ReadonlySet<Element>): Element | undefined => {
  const holdsLink = (element: Element): boolean => {
    if (links.has(element)) return true;
    let isHolding = false;
    walk(element, {
      enter: (inner) => {
        isHolding ||= links.has(inner);
        return !isHolding;
      },
    });
    return isHolding;
  };
  for (const above of ancestors(link).slice(0, LEVELS_UP)) {
    const before = above.prev;
    for (let node = before; node; node = node.prev) {
      if (!isElement(node) || readText(node, { readsHidden: true }) === '') continue;
      // The previous link of the same list has the same heading.
      if (holdsLink(node)) break;
      return readText(node, { readsHidden: true }).length <= MAX_TEXT_CHARS ? node : undefined;
    }
  }
  return undefined;
};

interface Group {
  readonly title: string | undefined;
  readonly isAmong: boolean;
  readonly options: Map<string, FilterOption>;
}

/** Filters of the page by their headings, in page order. `first`: the first product; filters after it are among the products. */
export const readFilters = ({ root, links: all, url: pageUrl }: ResultsPage, first: Element | undefined): Filters => {
  const links = all.filter((link) => filterUrl(link, pageUrl) !== undefined).slice(0, MAX_LINKS);
  if (links.length === 0) return { filters: [], refineSearchFilters: [] };
  const set = new Set(links);
  const groups = new Map<Element | undefined, Group>();
  const afterFirst = new Set<Element>();
  let isAfter = false;
  walk(root, {
    enter: (element) => {
      isAfter ||= element === first;
      if (isAfter && set.has(element)) afterFirst.add(element);
      return true;
    },
  });
  let previous: { readonly parent: Element['parent']; readonly heading: Element | undefined } | undefined;
  for (const link of links) {
    const url = filterUrl(link, pageUrl);
    const text = optionText(link);
    if (!url || text === '' || text.length > MAX_TEXT_CHARS) continue;
    const heading = previous?.parent === link.parent ? previous?.heading : headingOf(link, set);
    previous = { parent: link.parent, heading };
    const isAmong = afterFirst.has(link);
    const group = groups.get(heading) ?? {
      title: heading && readText(heading, { readsHidden: true }),
      isAmong,
      options: new Map(),
    };
    groups.set(heading, group);
    const shoprs = url.searchParams.get('shoprs');
    if (!group.options.has(text))
      group.options.set(text, { text, ...(shoprs === null ? {} : { shoprs }), link: url.href });
  }
  const listed = [...groups.values()].map(({ title, isAmong, options }) => ({
    isAmong,
    filter: { ...(title === undefined ? {} : { title }), options: [...options.values()] },
  }));
  return {
    filters: listed.filter(({ isAmong }) => !isAmong).map(({ filter }) => filter),
    refineSearchFilters: listed.filter(({ isAmong }) => isAmong).map(({ filter }) => filter),
  };
};
