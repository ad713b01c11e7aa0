import type { Element } from 'domhandler';
import { ancestors, isDateIn, readText, walk } from '@quarry/html';
import { textParts } from '../../image-tiles/text-parts.js';
import { pictureOf } from '../pictures.js';
import type { ResultsPage, Title } from '../results-page.js';

/** A titled link outside the web results, with the text beside it. */
export interface Card {
  readonly title: string;
  readonly link: string;
  /** The text beside the title, as the page divides it, without dates and durations. */
  readonly parts: readonly string[];
  /** Those of them below the title. */
  readonly below: readonly string[];
  readonly duration: string | undefined;
  readonly date: string | undefined;
  readonly thumbnail: string | undefined;
  readonly way: readonly Element[];
}

const DURATION = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const SEPARATOR = /\s+[·•⋅]\s+/u;
const LONE_SEPARATOR = /^[\s·•⋅|,.\-–—]+|[\s·•⋅|]+$/g;

/** Icons of programs and sites, not pictures of the content. */
const LOGO = /productlogos|favicon|fonts\.gstatic|\/branding\/|\/faviconV2/i;
/** A shorter inline picture is an icon of a site. */
const MIN_DATA_CHARS = 1_500;
/** Weight of a picture on another host, among inline ones. */
const LINKED_PICTURE_CHARS = 5_000;

/** The picture of the content of `box`, not the icon of its site. */
export const thumbnailIn = (box: Element, page: Pick<ResultsPage, 'scripts' | 'url'>): string | undefined => {
  let best: string | undefined;
  let weight = MIN_DATA_CHARS;
  walk(box, {
    enter: (element) => {
      const picture = element.name === 'img' ? pictureOf(element, page) : undefined;
      if (picture === undefined || LOGO.test(picture.slice(0, 300))) return true;
      const chars = picture.startsWith('data:') ? picture.length : LINKED_PICTURE_CHARS;
      if (chars > weight) [best, weight] = [picture, chars];
      return true;
    },
  });
  return best;
};

/** Longest part that may hold several facts in a row. */
const MAX_ROW_CHARS = 120;

const pieces = (parts: readonly string[]): string[] =>
  parts
    .flatMap((part) => (part.length > MAX_ROW_CHARS ? [part] : part.split(SEPARATOR)))
    .map((part) => part.replace(LONE_SEPARATOR, ''))
    .filter((part) => part !== '');

/** `YouTube - Mar 1, 2019`: a site and a day. */
const withoutDash = (part: string, language: string): string[] => {
  const at = part.lastIndexOf(' - ');
  return at > 0 && isDateIn(part.slice(at + 3), language) ? [part.slice(0, at), part.slice(at + 3)] : [part];
};

/** The title, where a whole card is marked as one: the start of its link's name, else its longest part. */
const titleAmong = (heading: Element, link: Element): string => {
  const parts = textParts(heading).filter((part) => /\p{L}/u.test(part));
  const label = link.attribs['aria-label'] ?? '';
  const named = parts.find((part) => part.length > 3 && label.startsWith(part.replace(/\s*(?:\.{3}|…)$/, '')));
  if (named !== undefined) return named;
  return heading === link
    ? parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
    : (parts[0] ?? '');
};

const titleOf = ({ heading, link }: Title, language: string): string =>
  heading === link || textParts(heading).some((part) => DURATION.test(part) || isDateIn(part, language))
    ? titleAmong(heading, link)
    : readText(heading);

/** Reads the card of a title from the part of the page that is about it alone. */
export const readCard = (title: Title, box: Element, page: ResultsPage): Card => {
  const name = titleOf(title, page.language);
  const written = textParts(box);
  const lines = new Set(name === readText(title.heading) ? textParts(title.heading) : []);
  const isTitle = (part: string): boolean => part === name || lines.has(part);
  const undashed = (parts: readonly string[]): string[] =>
    pieces(parts).flatMap((part) => withoutDash(part, page.language));
  const all = undashed(written.filter((part) => !isTitle(part)));
  const duration = all.find((part) => DURATION.test(part));
  const dated = all.filter((part) => isDateIn(part, page.language));
  return {
    title: name,
    link: title.target.url,
    parts: all.filter((part) => !DURATION.test(part) && !dated.includes(part)),
    below: undashed(written.slice(written.findIndex(isTitle) + 1)).filter(
      (part) => !isTitle(part) && !DURATION.test(part) && !dated.includes(part),
    ),
    duration,
    date: dated.at(-1),
    thumbnail: thumbnailIn(box, page),
    way: ancestors(title.heading),
  };
};

/** The widest part around each title without another title. */
export const boxesOf = (titles: readonly Title[]): Map<Title, Element> => {
  const counts = new Map<Element, number>();
  for (const { link } of titles) for (const above of ancestors(link)) counts.set(above, (counts.get(above) ?? 0) + 1);
  return new Map(
    titles.map((title) => {
      let box = title.link;
      for (const above of ancestors(title.link)) {
        if ((counts.get(above) ?? 0) > 1 || above.name === 'g-section-with-header' || above.name === 'body') break;
        box = above;
      }
      return [title, box];
    }),
  );
};
