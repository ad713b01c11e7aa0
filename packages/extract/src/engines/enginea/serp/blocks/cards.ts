import type { Element } from 'domhandler';
import { walk } from '../../../../dom/walk.js';
import { countNumber, decimalNumber } from '../../../shared/read-number.js';
import { readLines, readText } from '../../../shared/reader-text.js';
import { pictureOf } from '../pictures.js';
import { regionOf, type Region } from '../regions.js';
import { ancestry, type ResultsPage, type Title } from '../results-page.js';

/** A titled link outside of the web results, with what is written beside it. */
interface Card {
  readonly title: string;
  readonly link: string;
  readonly lines: readonly string[];
  readonly duration: string | undefined;
  readonly date: string | undefined;
  readonly thumbnail: string | undefined;
  readonly kind: 'story' | 'post' | 'video' | 'recipe';
}

const MAX_CARDS = 60;
const MAX_NEWS = 100;
const MIN_SNIPPET_CHARS = 40;
const DURATION = /^\d{1,2}:\d{2}(?::\d{2})?$/;
/** With a year, or some units ago: no sentence, no count. */
const DATE = /^(?=.{4,24}$)(?:.*\b\d{4}\b.*|\p{L}{0,8}\.?\s?\d{1,2}\s?\p{L}+[^\d,]*)$/u;
const SEPARATOR = /\s[·•]\s/;
const RATING = /^\d[.,]\d\b/;

const isElsewhere = (way: readonly Element[]): boolean =>
  way.some((element) => {
    const region: Region | undefined = regionOf(element);
    return (
      region === 'ad' || region === 'question' || region === 'overview' || region === 'menu' || region === 'entity'
    );
  });

const pieces = (lines: readonly string[]): string[] =>
  lines
    .flatMap((line) => line.split(SEPARATOR))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

const thumbnailIn = (box: Element, page: ResultsPage): string | undefined => {
  let found: string | undefined;
  walk(box, {
    enter: (element) => {
      if (found === undefined && element.name === 'img') found = pictureOf(element, page);
      return found === undefined;
    },
  });
  return found;
};

const kindOf = (
  way: readonly Element[],
  parts: readonly string[],
  duration: string | undefined,
): Card['kind'] | undefined => {
  const has = (name: string): boolean => way.some(({ attribs }) => attribs[name] !== undefined);
  const isListed = way.some(({ attribs }) => attribs['role'] === 'listitem');
  if (has('data-news-cluster-id')) return isListed ? 'post' : 'story';
  if (has('data-surl') || has('data-vid') || duration !== undefined) return 'video';
  if (parts.some((part) => RATING.test(part)) && parts.some((part) => /^\d+\s?\p{L}{1,8}\.?$/u.test(part)))
    return 'recipe';
  const isInSection = way.some(
    ({ name }) => name === 'g-section-with-header' || name === 'g-scrolling-carousel' || name === 'g-card',
  );
  return isInSection && parts.some((part) => DATE.test(part)) ? 'story' : undefined;
};

const readCard = ({ heading, target }: Title, box: Element, page: ResultsPage): Card | undefined => {
  const way = ancestry(heading);
  const title = readLines(heading).find((line) => !DURATION.test(line)) ?? '';
  const lines = [...readLines(box)].filter((line) => line !== title);
  const parts = pieces(lines);
  const duration = parts.find((part) => DURATION.test(part));
  const kind = title === '' || isElsewhere(way) ? undefined : kindOf(way, parts, duration);
  if (!kind) return undefined;
  const date = parts.findLast((part) => DATE.test(part) && !DURATION.test(part) && part !== title);
  return { title, link: target.url, lines, duration, date, thumbnail: thumbnailIn(box, page), kind };
};

/** The widest part around each title that holds no other. */
const boxesOf = (titles: readonly Title[]): Map<Title, Element> => {
  const counts = new Map<Element, number>();
  for (const { link } of titles) for (const above of ancestry(link)) counts.set(above, (counts.get(above) ?? 0) + 1);
  return new Map(
    titles.map((title) => {
      let box = title.link;
      for (const above of ancestry(title.link)) {
        if ((counts.get(above) ?? 0) > 1 || above.name === 'g-section-with-header' || above.name === 'body') break;
        box = above;
      }
      return [title, box];
    }),
  );
};

export interface CardBlocks {
  readonly topStories: readonly Readonly<Record<string, unknown>>[];
  readonly perspectives: readonly Readonly<Record<string, unknown>>[];
  readonly inlineVideos: readonly Readonly<Record<string, unknown>>[];
  readonly recipesResults: readonly Readonly<Record<string, unknown>>[];
}

const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const namesIn = ({ lines, date, duration, title }: Card): string[] =>
  pieces(lines).filter(
    (part) =>
      part !== date &&
      part !== duration &&
      part !== title &&
      part.length <= 60 &&
      !/^\d/.test(part) &&
      /\p{L}/u.test(part),
  );

const toStory = (card: Card, index: number) =>
  defined({
    position: index + 1,
    title: card.title,
    link: card.link,
    source: namesIn(card)[0],
    date: card.date,
    thumbnail: card.thumbnail,
  });

const toVideo = (card: Card, index: number) => {
  const [platform, channel] = namesIn(card);
  const { title, link, duration, date, thumbnail } = card;
  return defined({ position: index + 1, title, link, platform, channel, duration, date, thumbnail });
};

const toPost = (card: Card, index: number) => {
  const { title, link, duration, date, thumbnail, lines } = card;
  const [author, source] = namesIn(card);
  const extensions = pieces(lines).filter((part) => /^\d/.test(part) && part !== duration && part !== date);
  return defined({
    index,
    title,
    link,
    author,
    source,
    duration,
    date,
    thumbnail,
    extensions: extensions.length > 0 ? extensions : undefined,
  });
};

const toRecipe = (card: Card) => {
  const parts = pieces(card.lines);
  const rated = parts.find((part) => RATING.test(part));
  const reviews = parts.find((part) => /\(\d/.test(part));
  const last = card.lines.at(-1) ?? '';
  return defined({
    title: card.title,
    link: card.link,
    source: namesIn(card)[0],
    rating: rated === undefined ? undefined : decimalNumber(rated),
    reviews: reviews === undefined ? undefined : countNumber(reviews.slice(reviews.indexOf('('))),
    totalTime: parts.find((part) => /^\d+\s?\p{L}{1,8}\.?(?:\s\d+\s?\p{L}{1,8}\.?)?$/u.test(part)),
    ingredients: last.includes(',') ? last.split(',').map((item) => item.trim()) : undefined,
    thumbnail: card.thumbnail,
  });
};

/** News, posts, videos and recipes that stand beside the web results. */
export const readCards = (page: ResultsPage): CardBlocks => {
  const titles = page.titles.filter(
    ({ kind, target, heading }) =>
      (kind === 'role' || kind === 'framed') && target.kind === 'site' && readText(heading) !== '',
  );
  const found = new Map<string, Card>();
  for (const [title, box] of boxesOf(titles)) {
    if (found.size >= MAX_CARDS) break;
    const card = readCard(title, box, page);
    if (card && !found.has(card.link)) found.set(card.link, card);
  }
  const of = (kind: Card['kind']): Card[] => [...found.values()].filter((card) => card.kind === kind);
  return {
    topStories: of('story').map(toStory),
    perspectives: of('post').map(toPost),
    inlineVideos: of('video').map(toVideo),
    recipesResults: of('recipe').map(toRecipe),
  };
};

/** The results of a search of news: every titled link is one. */
export const readNewsResults = (page: ResultsPage): Readonly<Record<string, unknown>>[] => {
  const titles = page.titles.filter(
    ({ target, heading }) => target.kind === 'site' && !isElsewhere(ancestry(heading)) && readText(heading) !== '',
  );
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [{ heading, target }, box] of boxesOf(titles)) {
    const title = readText(heading);
    if (found.has(target.url) || found.size >= MAX_NEWS) continue;
    const lines = readLines(box).filter((line) => line !== title);
    const date = pieces(lines).findLast((part) => DATE.test(part));
    const [source] = pieces(lines).filter((part) => part !== date && part.length <= 60 && /\p{L}/u.test(part));
    const snippet = lines.find((line) => line.length >= MIN_SNIPPET_CHARS && line !== source);
    const position = found.size + 1;
    const thumbnail = thumbnailIn(box, page);
    found.set(target.url, defined({ position, title, link: target.url, source, date, snippet, thumbnail }));
  }
  return [...found.values()];
};
