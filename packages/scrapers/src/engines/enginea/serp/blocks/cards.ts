import type { Element } from 'domhandler';
import { ancestors, countNumber, decimalNumber, filled, readText } from '@quarry/html';
import { readTarget } from '../../link-target.js';
import type { ResultBlock } from '../find-results.js';
import { regionOf, type Region } from '../regions.js';
import type { ResultsPage, Title } from '../results-page.js';
import type { RowOf } from '../serp-body.js';
import { boxesOf, readCard, type Card } from './card.js';
import { forumSections } from './discussions.js';

type Kind = 'story' | 'post' | 'video' | 'recipe';
type Story = RowOf<'topStories'>;
type Post = RowOf<'perspectives'>;
type Video = RowOf<'inlineVideos'>;
type News = RowOf<'newsResults'>;
type Recipe = RowOf<'recipesResults'>;

const MAX_CARDS = 60;
const MAX_NEWS = 100;
const MIN_SNIPPET_CHARS = 40;
const MAX_NAME_CHARS = 60;
const MIN_STORY_CHARS = 20;
const MAX_LEVELS_TO_ITEM = 6;
/** Posts of these are in their own rows. */
const FEED_NAME = /^(?:twitter|x|facebook|instagram|tiktok|youtube)\b/i;
const FEEDS = /(?:^|\.)(?:twitter|x|facebook|instagram|tiktok|youtube)\.com$/;
const RATING = /^\d[.,]\d(?:\b|$)/;
const TIME_NEEDED = /^\d+\s?\p{L}{1,8}\.?(?:\s\d+\s?\p{L}{1,8}\.?)?$/u;
const ELSEWHERE: ReadonlySet<Region> = new Set(['ad', 'question', 'overview', 'menu']);
const SECTIONS: ReadonlySet<string> = new Set(['g-section-with-header', 'g-scrolling-carousel', 'g-card']);

const regionsOf = (way: readonly Element[]): (Region | undefined)[] => way.map(regionOf);
const isElsewhere = (way: readonly Element[]): boolean =>
  regionsOf(way).some((region) => region !== undefined && ELSEWHERE.has(region));

/** Names of sites and people: short, with letters, without figures. */
const namesIn = (parts: readonly string[]): string[] =>
  parts.filter(
    (part) => part.length <= MAX_NAME_CHARS && /\p{L}{2}|\p{Lo}|^\p{Lu}$/u.test(part) && !/^[\d(«"“#]/.test(part),
  );

const kindOf = (card: Card): Kind | undefined => {
  const { way, parts, duration, date } = card;
  const has = (name: string): boolean => way.some(({ attribs }) => attribs[name] !== undefined);
  const isListed = way.some(({ attribs }) => attribs['role'] === 'listitem');
  if (has('data-news-cluster-id')) return isListed ? 'post' : 'story';
  if (has('data-surl') || has('data-vid') || duration !== undefined) return 'video';
  if (parts.some((part) => RATING.test(part)) && parts.some((part) => TIME_NEEDED.test(part))) return 'recipe';
  // The author and the site precede the text of a post.
  const above = parts.slice(0, Math.max(0, parts.length - card.below.length));
  if (isListed && date !== undefined && namesIn(above).length > 1) return 'post';
  const isInSection = way.some(({ name }) => SECTIONS.has(name));
  // Posts of a feed are cards too, but have no name before the date.
  return isInSection && date !== undefined && !parts.some((part) => FEED_NAME.test(part)) ? 'story' : undefined;
};

export interface CardBlocks {
  readonly topStories: readonly Story[];
  readonly perspectives: readonly Post[];
  readonly inlineVideos: readonly Video[];
  readonly recipesResults: readonly Recipe[];
}

const toStory = (card: Card, index: number): Story => {
  const { title, link, date, thumbnail } = card;
  return filled({ position: index + 1, title, link, source: namesIn(card.parts)[0], date, thumbnail });
};

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const hostLabels = (link: string): string[] => (URL.parse(link)?.hostname ?? '').split('.').map(letters);

const toVideo = (card: Card, index: number): Video => {
  const { title, link, duration, date, thumbnail } = card;
  const labels = hostLabels(link);
  const below = namesIn(card.below);
  const above = namesIn(card.parts);
  const named = above.findIndex((name) => labels.includes(letters(name)));
  const names = below.length > 0 || named < 0 ? below : above.slice(named);
  const at = names.findIndex((name) => labels.includes(letters(name)));
  // The site's name precedes that of its author, or follows it directly.
  const platform = at < 0 && names.length < 2 ? undefined : names[Math.max(at, 0)];
  const channel = at > 0 || platform === undefined ? names[Math.max(at - 1, 0)] : names[1];
  return filled({ position: index + 1, title, link, platform, channel, duration, date, thumbnail });
};

const toPost = (card: Card, index: number): Post => {
  const { title, link, duration, date, thumbnail } = card;
  const names = namesIn(card.parts);
  const [first = ''] = names;
  // One name alone may be that of the site.
  const [author, source] = names.length === 1 && hostLabels(link).includes(letters(first)) ? [undefined, first] : names;
  const extensions = card.parts.filter((part) => /^\d/.test(part) && part.length <= MAX_NAME_CHARS);
  const snippet = card.below.find((part) => part.length >= MIN_SNIPPET_CHARS);
  return filled({ index, title, link, author, source, duration, date, thumbnail, extensions, snippet });
};

const toRecipe = (card: Card): Recipe => {
  const { parts } = card;
  const rated = parts.find((part) => RATING.test(part));
  const reviews = parts.find((part) => /\(\d/.test(part));
  const last = parts.at(-1) ?? '';
  return filled({
    title: card.title,
    link: card.link,
    source: namesIn(card.parts)[0],
    rating: rated === undefined ? undefined : decimalNumber(rated),
    reviews: reviews === undefined ? undefined : countNumber(reviews.slice(reviews.indexOf('('))),
    totalTime: parts.find((part) => TIME_NEEDED.test(part)),
    ingredients: last.includes(',') ? last.split(',').map((item) => item.trim()) : undefined,
    thumbnail: card.thumbnail,
  });
};

const isCardTitle = ({ kind, target, heading }: Title): boolean =>
  (kind === 'role' || kind === 'framed') && target.kind === 'site' && readText(heading) !== '';

const hostOf = (link: string): string => URL.parse(link)?.hostname ?? '';

/** More of the same site in a row below a result belongs to that result. */
const isOfResult = (card: Card, results: readonly ResultBlock[]): boolean =>
  results.some(
    ({ block, title }) => hostOf(title.target.url) === hostOf(card.link) && card.way.some((above) => above === block),
  );

/** Cards in a row without marked titles: the author, the text and the date. */
const readPlainStories = (page: ResultsPage, titled: ReadonlySet<Element>): Card[] => {
  const titles = page.links.flatMap((link): Title[] => {
    if (titled.has(link)) return [];
    const way = ancestors(link);
    if (!way.slice(1, MAX_LEVELS_TO_ITEM).some((above) => regionOf(above) === 'carousel')) return [];
    const target = readTarget(link.attribs['href'], page.url);
    if (target?.kind !== 'site' || isElsewhere(way)) return [];
    return [{ link, heading: link, target, kind: 'role', region: 'carousel', isHidden: false }];
  });
  return titles
    .slice(0, MAX_CARDS * 2)
    .map((title) => readCard(title, title.link, page))
    .filter((card) => card.date !== undefined && card.duration === undefined && card.title.length >= MIN_STORY_CHARS)
    .filter((card) => !FEEDS.test(hostOf(card.link)) && !card.parts.some((part) => FEED_NAME.test(part)));
};

/** News, posts, videos and recipes beside the web results. */
export const readCards = (page: ResultsPage, results: readonly ResultBlock[]): CardBlocks => {
  const found = new Map<string, { card: Card; kind: Kind }>();
  const forums = new Set(forumSections(page));
  for (const [title, box] of boxesOf(page.titles.filter(isCardTitle))) {
    if (found.size >= MAX_CARDS) break;
    const way = ancestors(title.heading);
    if (isElsewhere(way) || way.some((above) => forums.has(above))) continue;
    const card = readCard(title, box, page);
    const kind = card.title === '' || found.has(card.link) ? undefined : kindOf(card);
    if (kind && !(kind === 'story' && isOfResult(card, results))) found.set(card.link, { card, kind });
  }
  const plain = readPlainStories(page, new Set(page.titles.map(({ link }) => link)));
  // A single such card may be anything, and so may cards without names.
  if (plain.filter((card) => namesIn(card.parts).length > 0).length > 1)
    for (const card of plain)
      if (!found.has(card.link) && found.size < MAX_CARDS) found.set(card.link, { card, kind: 'story' });
  const of = (wanted: Kind): Card[] =>
    [...found.values()].filter(({ kind }) => kind === wanted).map(({ card }) => card);
  return {
    topStories: of('story').map(toStory),
    perspectives: of('post').map(toPost),
    inlineVideos: of('video').map(toVideo),
    recipesResults: of('recipe').map(toRecipe),
  };
};

/** The results of a search of news: every titled link is one. */
export const readNewsResults = (page: ResultsPage): News[] => {
  const titles = page.titles.filter(
    ({ target, heading }) => target.kind === 'site' && !isElsewhere(ancestors(heading)) && readText(heading) !== '',
  );
  const found = new Map<string, News>();
  for (const [title, box] of boxesOf(titles)) {
    if (found.has(title.target.url) || found.size >= MAX_NEWS) continue;
    const card = readCard(title, box, page);
    const source = namesIn(card.parts)[0];
    const snippet = card.parts.find((part) => part.length >= MIN_SNIPPET_CHARS && part !== source);
    const { link, date, thumbnail } = card;
    const position = found.size + 1;
    found.set(link, filled({ position, title: card.title, link, source, date, snippet, thumbnail }));
  }
  return [...found.values()];
};
