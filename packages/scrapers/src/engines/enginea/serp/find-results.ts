import type { Element } from 'domhandler';
import { ancestors, isElement, readText, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';
import type { ResultsPage, Title } from './results-page.js';

/** A web result: its title and the part of the page that is about it alone. */
export interface ResultBlock {
  readonly title: Title;
  readonly block: Element;
}

const RESULT_ROOTS = ['rso', 'search', 'res', 'ires', 'center_col', 'main'] as const;

/** The parts with results, the narrowest one with titles first. */
const resultsRoot = ({ byId }: ResultsPage, titles: readonly Title[]): Element | undefined => {
  for (const id of RESULT_ROOTS) {
    const root = byId.get(id);
    if (root && titles.some(({ link }) => ancestors(link).includes(root))) return root;
  }
  return undefined;
};

const isSite = ({ target }: Title): boolean => target.kind === 'site';

/** A page marks up its titles in one way; other ways belong to other blocks. */
const KINDS = ['inner', 'outer', 'role'] as const;

/** Newer pages mark the heading part of a result; then only parts with it are results. */
const hasMarkedHead = (title: Title): boolean =>
  ancestors(title.link).some(({ attribs }) => attribs['data-snhf'] !== undefined);

const pickKind = (titles: readonly Title[]): readonly Title[] => {
  for (const kind of KINDS) {
    const found = titles.filter((title) => title.kind === kind);
    if (found.length === 0) continue;
    const marked = kind === 'role' ? found.filter(hasMarkedHead) : [];
    return marked.length > 0 ? marked : found;
  }
  return [];
};

const contentsAround = ({ link }: Title): Element[] =>
  ancestors(link).filter(({ attribs }) => attribs['data-snc'] !== undefined);

/** Leaves out titles in the content of another result: they are links below it. */
const withoutNested = (titles: readonly Title[]): readonly Title[] => {
  const contents = titles.map(contentsAround);
  const owned = new Set(contents.flatMap(([nearest]) => (nearest ? [nearest] : [])));
  return titles.filter((_title, index) => !contents[index]?.slice(1).some((outer) => owned.has(outer)));
};

/** Number of `titles` and foreign blocks below each element. */
const countBelow = (titles: readonly Title[], foreign: readonly Element[]): Map<Element, number> => {
  const counts = new Map<Element, number>();
  for (const element of [...titles.map(({ link }) => link), ...foreign])
    for (const above of ancestors(element)) counts.set(above, (counts.get(above) ?? 0) + 1);
  return counts;
};

/** The widest part around a title without another title or a block of another kind. */
const blockOf = (
  { link }: Title,
  counts: ReadonlyMap<Element, number>,
  root: Element | undefined,
  own = 1,
): Element => {
  let block = link;
  for (const above of ancestors(link)) {
    if (above === root || above.name === 'body' || (counts.get(above) ?? 0) > own) break;
    block = above;
  }
  return block;
};

/** Regions inside a result would cut it short; these are beside results. */
const BESIDE = ['ad', 'question', 'section', 'products', 'overview'] as const;

const foreignBlocks = ({ regions, marked }: ResultsPage): Element[] => [
  ...BESIDE.flatMap((region) => regions.get(region) ?? []),
  // Places of a local pack, or videos of a row: several with one parent are beside the results.
  ...(marked.get('data-rc_ludocids') ?? []),
];

const isAnswer = (block: Element): boolean => {
  let isFound = false;
  walk(block, {
    enter: ({ attribs }) => {
      if (attribs['data-attrid']?.startsWith('wa:/')) isFound = true;
      return !isFound;
    },
  });
  return isFound;
};

export interface FoundResults {
  readonly results: readonly ResultBlock[];
  /** Featured snippets: a passage of a page above its title. */
  readonly answers: readonly ResultBlock[];
}

/** A page that hides results until its scripts have run hides all of them, not one. */
const withoutHidden = (titles: readonly Title[]): readonly Title[] => {
  const shown = titles.filter(({ isHidden }) => !isHidden);
  return shown.length * 2 < titles.length ? titles : shown;
};

/** Most results of one page; the engine gives a hundred at most. */
export const MAX_RESULTS = 200;

const findAnswers = (titles: readonly Title[], counts: ReadonlyMap<Element, number>): ResultBlock[] =>
  titles
    .filter(({ region, kind }) => region === 'answer' && kind !== 'role')
    .map((title) => ({ title, block: blockOf(title, counts, undefined, 0) }));

/** Finds the web results and the featured snippets among the titles of a page. */
export const findResults = (page: ResultsPage): FoundResults => {
  const sites = page.titles.filter((title) => isSite(title) && readText(title.heading) !== '');
  const open = withoutHidden(sites.filter(({ region }) => region === undefined));
  const root = resultsRoot(page, open);
  const inside = root ? open.filter(({ link }) => ancestors(link).includes(root)) : open;
  const titles = withoutNested(pickKind(inside)).slice(0, MAX_RESULTS);
  const counts = countBelow(titles, foreignBlocks(page));
  const found = titles.map((title) => ({ title, block: blockOf(title, counts, root) }));
  return {
    results: found.filter(({ block }) => !isAnswer(block)),
    answers: [...findAnswers(sites, counts), ...found.filter(({ block }) => isAnswer(block))],
  };
};

/** Links of pages for the oldest browsers: no headings, but a title and an address in two parts of each link. */
export const findPlainResults = (page: ResultsPage): readonly ResultBlock[] => {
  const titles: Title[] = [];
  for (const link of page.links) {
    const target = readTarget(link.attribs['href'], page.url);
    const parts = link.children.filter(isElement);
    const spans = parts.filter(({ name }) => name === 'span');
    const [heading, address] = spans;
    if (target?.kind !== 'site' || !heading || !address || !/[›.]/.test(readText(address))) continue;
    titles.push({ link, heading, target, kind: 'inner', region: undefined, isHidden: false });
  }
  const counts = countBelow(titles, []);
  return titles.map((title) => ({ title, block: blockOf(title, counts, undefined) }));
};
