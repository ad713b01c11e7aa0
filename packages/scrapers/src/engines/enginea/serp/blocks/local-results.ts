import type { Element } from 'domhandler';
import { countNumber, decimalNumber, firstBelow, readLines, readText } from '@quarry/html';
import type { ResultsPage } from '../results-page.js';
import { searchLinks } from './search-links.js';

export interface LocalPlace {
  readonly position: number;
  readonly title: string;
  readonly [field: string]: unknown;
}

export interface LocalResults {
  readonly places: readonly LocalPlace[];
  readonly moreLocationsLink?: string;
}

/** Services that pay for their place. */
const SERVICE_PATH = /^\/localservices\//;
const MAX_PLACES = 40;
const RATED = /^(\d[.,]\d)\b/;
const REVIEWS = /\(([^()]*\d[^()]*)\)/;
/** `Open ⋅ Closes 7 PM`: hours contain a dot too. */
const HOURS = /⋅|\b\d{1,2}(?::\d{2})?\s?(?:AM|PM)\b|^\d{1,2}:\d{2}/;
const SEPARATOR = /\s[·]\s/;

const headingIn = (card: Element): Element | undefined =>
  firstBelow(card, ({ name, attribs }) => attribs['role'] === 'heading' || name === 'h3');

interface Facts {
  rating?: number;
  reviews?: number;
  reviewsOriginal?: string;
  type?: string;
  address?: string;
  phone?: string;
  hours?: string;
  description?: string;
}

/** `7,0 км`, `1.2 mi`: how far it is. */
const DISTANCE = /^\d+(?:[.,]\d+)?\s?(?:km|m|mi|ft|км|м|كم|公里|キロ)\.?$/iu;
/** A lodging of the engine's own travel pages. */
const isLodging = ({ attribs }: Element): boolean => /^\/travel\/hotels\/.+\/entity\//.test(attribs['data-url'] ?? '');
const PHONE = /^\+?[\d\s().-]{7,20}$/;

/** `€€`, `$10–20`: what it costs. */
const PRICE_LEVEL = /^[\p{Sc}\d\s.,–-]+$/u;

const readRating = (line: string, facts: Facts): void => {
  const rating = decimalNumber(RATED.exec(line)?.[1] ?? '');
  if (rating !== undefined) facts.rating ??= rating;
  const original = REVIEWS.exec(line);
  const reviews = original?.[1] === undefined ? undefined : countNumber(original[1]);
  if (original && reviews !== undefined) Object.assign(facts, { reviews, reviewsOriginal: original[0] });
};

const readLine = (line: string, facts: Facts): void => {
  if (facts.rating === undefined && RATED.test(line)) {
    readRating(line, facts);
    const kinds = line
      .split(SEPARATOR)
      .slice(1)
      .map((part) => part.trim())
      .filter((part) => part !== '' && !DISTANCE.test(part));
    const type = kinds.find((part) => !PRICE_LEVEL.test(part));
    if (type !== undefined) facts.type = type;
  } else if (facts.reviews === undefined && /^\(\d[^()]*\)$/.test(line)) readRating(line, facts);
  else if (facts.hours === undefined && HOURS.test(line)) facts.hours = line;
  else if (facts.address === undefined) {
    const parts = line
      .split(SEPARATOR)
      .map((part) => part.trim())
      .filter((part) => !DISTANCE.test(part));
    const phone = parts.find((part) => PHONE.test(part));
    if (phone) facts.phone = phone;
    const address = parts.filter((part) => part !== phone).at(-1);
    if (address) facts.address = address;
  } else facts.description ??= line;
};

/** A lodging among others: its name first, then its price, rating and description. */
const readLodging = (card: Element, position: number): LocalPlace | undefined => {
  if (!isLodging(card)) return undefined;
  const [title, ...lines] = readLines(card);
  if (title === undefined) return undefined;
  const facts: Facts = {};
  for (const line of lines) {
    if (facts.rating === undefined && RATED.test(line)) readRating(line, facts);
    else if (facts.reviews === undefined && /^\(\d[^()]*\)$/.test(line)) readRating(line, facts);
    else if (!PRICE_LEVEL.test(line) && /\p{Ll}{3}|\p{Lo}{2}/u.test(line)) facts.description ??= line;
  }
  return { position, title, ...facts };
};

/** True for a line with a fact beside how far it is. */
const saysMore = (line: string): boolean => {
  const parts = line.split(SEPARATOR).filter((part) => !DISTANCE.test(part.trim()));
  return parts.length !== 1 || /[\d⋅]/.test(parts[0] ?? '');
};

/** A place without ratings says so first; its kind and address follow. */
const withoutRemark = (lines: readonly string[], facts: Facts): readonly string[] => {
  const [remark = '', kindAndPlace = ''] = lines;
  if (lines.some((line) => RATED.test(line)) || saysMore(remark) || !SEPARATOR.test(kindAndPlace)) return lines;
  const [kind = '', ...rest] = kindAndPlace.split(SEPARATOR);
  facts.type = kind.trim();
  return [...(rest.length > 0 ? [rest.join(' · ')] : []), ...lines.slice(2)];
};

const readPlace = (card: Element, position: number, placeId: string | undefined): LocalPlace | undefined => {
  const heading = headingIn(card);
  const lodging = heading ? undefined : readLodging(card, position);
  if (lodging) return lodging;
  const title = heading ? readText(heading) : '';
  if (title === '') return undefined;
  const facts: Facts = {};
  const lines = readLines(card, { isLeftOut: (element) => element === heading });
  for (const line of withoutRemark(lines, facts)) readLine(line.replace(/^[·⋅]\s*/, ''), facts);
  return { position, title, ...facts, ...(placeId === undefined ? {} : { placeId }) };
};

const cardsOf = (page: ResultsPage): { card: Element; id: string | undefined }[] => {
  const byLink = (page.marked.get('data-cid') ?? [])
    .filter(({ name, attribs }) => name === 'a' && /^\d{8,22}$/.test(attribs['data-cid'] ?? ''))
    .map((card) => ({ card, id: card.attribs['data-cid'] }));
  if (byLink.length > 0) return byLink;
  // Pages without scripts link each place by its id.
  const titled = page.titles.flatMap(({ link, target, kind }) => {
    const id = kind === 'inner' && target.kind === 'engine' ? URL.parse(target.url)?.searchParams.get('ludocid') : null;
    return id ? [{ card: link, id }] : [];
  });
  if (titled.length > 0) return titled;
  const marked = (page.marked.get('data-rc_ludocids') ?? []).map((card) => ({
    card,
    id: card.attribs['data-rc_ludocids'],
  }));
  if (marked.length > 0) return marked;
  return (page.marked.get('data-url') ?? []).filter(isLodging).map((card) => ({ card, id: undefined }));
};

/** The places of a local pack. */
export const readLocalResults = (page: ResultsPage): LocalResults | undefined => {
  const found = new Map<string, LocalPlace>();
  for (const { card, id } of cardsOf(page)) {
    if (found.size >= MAX_PLACES || (id !== undefined && found.has(id))) continue;
    const place = readPlace(card, found.size + 1, id);
    if (place) found.set(id ?? place.title, place);
  }
  if (found.size === 0) return undefined;
  const more = searchLinks(page).find(
    ({ url }) => url.searchParams.get('tbm') === 'lcl' || url.searchParams.get('udm') === '1',
  );
  return { places: [...found.values()], ...(more ? { moreLocationsLink: more.url.href } : {}) };
};

const isService = (link: Element, page: ResultsPage): boolean =>
  (link.attribs['href']?.includes('/localservices/') ?? false) &&
  SERVICE_PATH.test(URL.parse(link.attribs['href'] ?? '', page.url)?.pathname ?? '');

/** Services near the place of the search that pay for being shown. */
export const readLocalAds = (page: ResultsPage): LocalPlace[] => {
  const found = new Map<string, LocalPlace>();
  for (const link of page.links) {
    if (found.size >= MAX_PLACES || !isService(link, page)) continue;
    const place = readPlace(link, found.size + 1, undefined);
    const url = URL.parse(link.attribs['href'] ?? '', page.url)?.href;
    if (place && !found.has(place.title))
      found.set(place.title, { ...place, ...(url === undefined ? {} : { link: url }) });
  }
  return [...found.values()];
};
