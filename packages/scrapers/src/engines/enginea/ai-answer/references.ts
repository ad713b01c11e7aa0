import type { Element } from 'domhandler';
import { defined, firstBelow, isHidden, readLines, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { placeId, type Citations, type SourceData } from './citations.js';

export interface Reference extends SourceData {
  readonly index: number;
}

/** A source with the ids by which marks refer to it. */
interface FoundSource {
  readonly ids: readonly string[];
  readonly source: SourceData;
}

/** Most sources of one answer. */
export const MAX_REFERENCES = 100;
const DURATION = /^\d{1,3}(?::\d{2}){1,2}$/;
/** Shortest line that is a passage, not a label. */
const MIN_PASSAGE_CHARS = 20;

/** The first link that leaves the engine; else a redirect of the engine that does not name its target. */
const linkIn = (card: Element, pageUrl: string): string | undefined => {
  let redirect: string | undefined;
  let site: string | undefined;
  firstBelow(card, ({ name, attribs }) => {
    if (name !== 'a') return false;
    const target = readTarget(attribs['href'], pageUrl);
    if (target?.kind === 'site') site = target.url;
    else if (target && /^\/goto$/.test(new URL(target.url).pathname)) redirect ??= target.url;
    return site !== undefined;
  });
  return site ?? redirect;
};

/** Name of the source, with its author where there is one, from the card's own line. */
const readCard = (card: Element, pageUrl: string): SourceData | undefined => {
  const link = linkIn(card, pageUrl);
  const lines = readLines(card, {
    readsHidden: true,
    isLeftOut: ({ name, attribs }) =>
      name === 'button' || attribs['role'] === 'button' || attribs['aria-hidden'] === 'true',
  }).filter((line) => !DURATION.test(line));
  const [title, ...rest] = lines;
  if (link === undefined || title === undefined) return undefined;
  const last = rest.at(-1)?.replace(/\s*·\s*/g, ' · ');
  const passages = rest.filter((line) => line.length > MIN_PASSAGE_CHARS);
  const source = rest.length > 1 || passages.length === 0 ? last : undefined;
  const snippet = passages.find((line) => source === undefined || line !== rest.at(-1));
  return defined({ title, link, snippet, source });
};

interface Scope {
  readonly children: Element['children'];
}

interface Cards {
  readonly named: ReadonlyMap<string, Element>;
  readonly items: readonly Element[];
}

/** Cards may also be among the text, named or not yet shown; a visible list there is part of the answer. */
const findCards = (scope: Scope, content: Element): Cards => {
  const named = new Map<string, Element>();
  const items: Element[] = [];
  const open: Element[] = [];
  walk(scope, {
    enter: (element) => {
      const id = element.attribs['data-src-id'];
      if (id !== undefined && id !== '' && !named.has(id)) named.set(id, element);
      if (element === content || (open.length === 1 && isHidden(element))) open.push(element);
      if (element.name === 'li' && open.length !== 1) items.push(element);
      return true;
    },
    leave: (element) => {
      if (open.at(-1) === element) open.pop();
    },
  });
  return { named, items };
};

const sourcesOfCards = ({ named, items }: Cards, pageUrl: string): FoundSource[] => {
  const found: FoundSource[] = [];
  const links = new Set<string>();
  for (const [id, card] of named) {
    const source = readCard(card, pageUrl);
    if (source) found.push({ ids: [id], source });
  }
  if (found.length > 0) return found;
  for (const item of items) {
    const source = readCard(item, pageUrl);
    if (!source || links.has(source.link)) continue;
    links.add(source.link);
    found.push({ ids: [placeId(found.length)], source });
  }
  return found;
};

export interface References {
  readonly references: readonly Reference[];
  /** Index of a reference by the id of its source. */
  readonly indexes: ReadonlyMap<string, number>;
  /** The same by its address; only where one reference has it. */
  readonly byLink: ReadonlyMap<string, number>;
}

const byLinkOf = (references: readonly Reference[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { link } of references) counts.set(link, (counts.get(link) ?? 0) + 1);
  return new Map(references.filter(({ link }) => counts.get(link) === 1).map(({ link, index }) => [link, index]));
};

/**
 * The sources of an answer: its cards in page order, then those that its marks name and only the page's data contains.
 * `firstIndex`: index of the first.
 */
export const readReferences = (
  { scope, content, pageUrl }: { readonly scope: Scope; readonly content: Element; readonly pageUrl: string },
  markIds: readonly string[],
  { sourceIds, sources }: Citations,
  firstIndex: number,
): References => {
  const found = sourcesOfCards(findCards(scope, content), pageUrl);
  const known = new Set(found.flatMap(({ ids }) => ids));
  for (const id of markIds.flatMap((mark) => sourceIds.get(mark) ?? [])) {
    const source = sources.get(id);
    if (!source || known.has(id)) continue;
    known.add(id);
    found.push({ ids: [id], source });
  }
  const kept = found.slice(0, MAX_REFERENCES);
  const references = kept.map(({ source }, place) => ({ index: firstIndex + place, ...source }));
  const indexes = new Map(kept.flatMap(({ ids }, place) => ids.map((id) => [id, firstIndex + place] as const)));
  return { references, indexes, byLink: byLinkOf(references) };
};
