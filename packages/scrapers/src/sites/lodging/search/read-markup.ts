import type { Element } from 'domhandler';
import {
  allBelow,
  amountIn,
  decimalNumber,
  definedOrNone,
  firstBelow,
  firstWholeNumber,
  normalizeText,
  numbersIn,
  parseDocument,
  readLines,
  readPrices,
  readText,
  wholeNumber,
} from '@quarry/html';
import { SITE } from '../stay.js';
import { toCents } from '../money.js';
import { partOf, partsOf, textOfPart } from '../test-ids.js';
import { uniqueOnes, type Accommodation, type SearchPage } from './accommodation.js';
import { textOf } from '../../../shared/json-values.js';

const CARD = 'property-card';
/** The part before the first card that is also read: heading, header. */
const HEADING = /<h1\b[^<>]{0,1000}>(?:(?!<h1)[\s\S]){0,2000}?<\/h1>/i;

const hrefOf = (element: Element | undefined): URL | undefined => {
  const url = URL.parse(element?.attribs['href'] ?? '', SITE) ?? undefined;
  return url?.pathname.startsWith('/hotel/') === true ? url : undefined;
};

const OFFERS = ['all_sr_blocks', 'highlighted_blocks', 'matching_block_id'] as const;

/** An offer's number begins with that of its room, and a room's is that of its property plus two digits. */
const hotelIdOf = (url: URL): number | undefined => {
  for (const name of OFFERS) {
    const id = /^([1-9]\d{0,11})\d{2}_/.exec(url.searchParams.get(name) ?? '')?.[1];
    if (id !== undefined) return Number(id);
  }
  return undefined;
};

const MAX_SCORE = 10;

const scoreIn = (text: string | undefined): number | undefined => {
  const score = text === undefined ? undefined : decimalNumber(text);
  return score !== undefined && score > 0 && score <= MAX_SCORE ? score : undefined;
};

const readReviews = (card: Element): Accommodation['reviews'] => {
  const part = partOf(card, 'review-score');
  if (!part) return undefined;
  const lines = readLines(part);
  const score = scoreIn(lines[0]);
  if (score === undefined) return undefined;
  const place = lines.findIndex((line) => !/\d/.test(line));
  const count = place === -1 ? undefined : lines.slice(place + 1).find((line) => /\d/.test(line));
  const secondary = textOfPart(card, 'secondary-review-score-link');
  const secondaryScore = scoreIn(secondary === undefined ? undefined : numbersIn(secondary).at(-1));
  return definedOrNone({
    score,
    count: count === undefined ? undefined : firstWholeNumber(count),
    text: lines[place],
    secondaryScore:
      secondaryScore === undefined
        ? undefined
        : definedOrNone({ score: secondaryScore, text: textOf((secondary ?? '').replace(/[\d.,٫\s]+$/, '')) }),
  });
};

interface Currency {
  /** By the page's head. */
  readonly stated: string | undefined;
  readonly asked: string | undefined;
}

/** The currency of a price: as the page states it, else the requested one where the price has its sign. */
const currencyOf = (raw: string, { stated, asked }: Currency): string | undefined => {
  if (stated !== undefined || asked === undefined) return stated;
  const signs = (['narrowSymbol', 'symbol', 'code'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: asked, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency'),
  );
  return signs.some((sign) => sign !== undefined && raw.includes(sign.value)) ? asked : undefined;
};

const isCrossedOut = (price: number, text: string): boolean => readPrices(text).some(({ amount }) => amount > price);

/** The price before a discount is directly beside the current one. */
const beforeDiscount = (part: Element, price: number): string | undefined => {
  const wrapper = part.parent?.parent;
  if (!wrapper) return undefined;
  const first = firstBelow(wrapper, (element) => element.name === 'span' && element.attribs['aria-hidden'] === 'true');
  const text = first && first !== part && !partOf(first, 'price-and-discounted-price') ? readText(first) : undefined;
  return text !== undefined && text.length < 40 && isCrossedOut(price, text) ? text : undefined;
};

const readPrice = (card: Element, currency: Currency): Accommodation['price'] => {
  // The first of two is that of one night.
  const part = partsOf(card, 'price-and-discounted-price').at(-1);
  const raw = part && textOf(readText(part));
  const parsed = raw === undefined ? undefined : amountIn(raw);
  if (!part || raw === undefined || parsed === undefined) return undefined;
  const before = beforeDiscount(part, parsed);
  const beforeParsed = before === undefined ? undefined : amountIn(before);
  const charges = textOfPart(card, 'taxes-and-charges');
  const excluded = charges === undefined ? undefined : readPrices(charges)[0];
  return definedOrNone({
    pricePerStayRaw: raw,
    pricePerStayParsed: parsed,
    priceBeforeDiscountRaw: before,
    priceBeforeDiscountParsed: beforeParsed,
    discountParsed: beforeParsed === undefined ? undefined : toCents(beforeParsed - parsed),
    excludedChargesRaw: excluded?.text,
    excludedChargesParsed: excluded?.amount,
    currency: currencyOf(raw, currency),
  });
};

const readRooms = (card: Element) => {
  const group = partOf(card, 'recommended-units', 'availability-single');
  if (!group) return {};
  const names = allBelow(group, ({ name }) => name === 'h4').map((heading) => textOf(readText(heading)));
  const named = names.filter((name) => name !== undefined);
  const beds = partsOf(group, 'property-card-unit-configuration')
    .map((unit) => unit.parent?.next)
    .map((line) => (line && 'children' in line ? textOf(readText(line)) : undefined))
    .filter((text) => text !== undefined && /\d/.test(text))
    .map((text) => ({ text }));
  return { room: named.length > 0 ? named.join(', ') : undefined, bedTypes: beds.length > 0 ? beds : undefined };
};

const starsOf = (card: Element): number | undefined => {
  const part = partOf(card, 'rating-stars', 'rating-squares', 'rating-circles');
  const label = part?.attribs['aria-label'];
  const shown = part ? allBelow(part, ({ name }) => name === 'svg').length : 0;
  const stars = label !== undefined && /\d/.test(label) ? decimalNumber(label) : shown;
  return stars !== undefined && stars > 0 && stars <= 5 ? stars : undefined;
};

const readPhoto = (card: Element): string | undefined => {
  const image = firstBelow(card, ({ name, attribs }) => name === 'img' && /^https:/.test(attribs['src'] ?? ''));
  return image?.attribs['src'];
};

const readCard = (card: Element, currency: Currency): Accommodation | undefined => {
  const url = hrefOf(partOf(card, 'title-link'));
  const title = textOfPart(card, 'title');
  if (!url || title === undefined) return undefined;
  return {
    hotelId: hotelIdOf(url),
    title,
    url: `${SITE}${url.pathname}`,
    ...readRooms(card),
    location: definedOrNone({
      district: textOfPart(card, 'address-text', 'address'),
      mainDistance: textOfPart(card, 'distance'),
    }),
    // The mark is used for this term alone.
    policies: partOf(card, 'cancellation-policy-icon') ? { freeCancellation: true } : undefined,
    price: readPrice(card, currency),
    rating: starsOf(card),
    reviews: readReviews(card),
    photo: readPhoto(card),
  };
};

/** The code of the currency in the page's head. */
const CURRENCY =
  /\bdata-testid="header-currency-picker-trigger"[^>]{0,400}>\s{0,20}(?:<span[^>]{0,200}>){0,2}\s{0,20}([A-Z]{3})\s{0,20}</;

const totalOf = (heading: string | undefined): number | undefined => {
  const last = heading === undefined ? undefined : numbersIn(heading).at(-1);
  return last === undefined ? undefined : wholeNumber(last);
};

const dayOf = (text: string | null | undefined): string | undefined =>
  text != null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;

const NOTHING = /: 0 \p{L}|^No properties (?:found|available)\b|^0 properties\b/iu;

const CARD_MARK = `data-testid="${CARD}"`;

/** Cards that a page shows, without parsing it. */
export const countCards = (source: string): number => source.split(CARD_MARK).length - 1;

/** Reads the cards that a page shows, for pages without state. */
export const readSearchMarkup = (source: string, asked?: string): SearchPage | undefined => {
  const heading = HEADING.exec(source)?.[0];
  const shown = heading === undefined ? undefined : textOf(readText(parseDocument(heading).root));
  const mark = source.indexOf(CARD_MARK);
  const begin = mark === -1 ? -1 : source.lastIndexOf('<', mark);
  const cards = begin === -1 ? [] : partsOf(parseDocument(source.slice(begin)).root, CARD);
  const currency = CURRENCY.exec(source)?.[1];
  const results = cards.map((card) => readCard(card, { stated: currency, asked })).filter((card) => card !== undefined);
  const saysNone = cards.length === 0 && shown !== undefined && NOTHING.test(normalizeText(shown));
  if (results.length === 0 && !saysNone) return undefined;
  const [first] = cards;
  const link = first && hrefOf(partOf(first, 'title-link'));
  return {
    results: uniqueOnes(results),
    saysNone,
    totalResults: saysNone ? 0 : totalOf(shown),
    checkInDate: dayOf(link?.searchParams.get('checkin')),
    checkOutDate: dayOf(link?.searchParams.get('checkout')),
  };
};
