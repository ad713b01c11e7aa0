import type { Element } from 'domhandler';
import {
  allBelow,
  amountIn,
  defined,
  firstBelow,
  hasClass,
  parseDocument,
  readLines,
  readPrices,
  readText,
  wholeNumber,
} from '@quarry/html';
import { stateBehind } from '../../../shared/embedded-state.js';
import { amountOf, at, itemsOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import { toCents } from '../money.js';
import type { Variant } from './place.js';

type Prices = NonNullable<Variant['prices']>;

export interface Offer {
  readonly blockId: string | undefined;
  readonly variant: Variant;
}

/** Offers for the stay by room. */
export interface OfferedRoom {
  readonly id: string | undefined;
  readonly name: string;
  readonly beds: readonly string[];
  readonly facilities: readonly string[];
  readonly offers: readonly Offer[];
}

/** Rows of the table of rooms that are read. */
const MAX_ROWS = 500;

const classed = (
  root: { readonly children: Element['children'] },
  ...names: readonly string[]
): Element | undefined => {
  const wanted = new Set(names);
  return firstBelow(root, (element) => hasClass(element, wanted));
};

const allClassed = (root: { readonly children: Element['children'] }, ...names: readonly string[]): Element[] => {
  const wanted = new Set(names);
  return allBelow(root, (element) => hasClass(element, wanted));
};

const textIn = (root: Element, ...names: readonly string[]): string | undefined => {
  const element = classed(root, ...names);
  return element && textOf(readText(element));
};

const textsIn = (root: Element, ...names: readonly string[]): string[] => [
  ...new Set(
    allClassed(root, ...names)
      .map((element) => textOf(readText(element)))
      .filter((text) => text !== undefined),
  ),
];

const readPriceCell = (row: Element): Variant['prices'] => {
  const current = textIn(row, 'prco-valign-middle-helper', 'bui-price-display__value', 'hprt-price-price');
  const parsed = current === undefined ? undefined : readPrices(current).at(-1);
  if (!parsed) return undefined;
  const before = textIn(
    row,
    'js-strikethrough-price',
    'bui-price-display__original',
    'prco-inline-block-maker-helper-strike',
  );
  const beforeParsed = before === undefined ? undefined : readPrices(before)[0];
  const isReduced = beforeParsed !== undefined && beforeParsed.amount > parsed.amount;
  return defined({
    currentPriceRaw: parsed.text,
    currentPriceParsed: parsed.amount,
    beforeDiscountRaw: isReduced ? beforeParsed.text : undefined,
    beforeDiscountParsed: isReduced ? beforeParsed.amount : undefined,
  });
};

const MEAL =
  /breakfast|half board|full board|all[- ]inclusive|lunch|dinner|frühstück|halbpension|vollpension|petit[- ]déjeuner|pension|desayuno|colazione|ontbijt/i;
const TERMS = /cancel|refund|stornier|erstatt|annul|rembours|cancela|reembols|cancella|rimbors/i;

/** The site's own count: guests may choose from fewer. */
const LEFT = /\b(?:have|only) (\d{1,2})(?: rooms?)? left\b/i;

const readRow = (row: Element): Offer => {
  const terms = allClassed(row, 'hprt-conditions-bui', 'hprt-conditions')
    .flatMap((list) => allBelow(list, ({ name }) => name === 'li'))
    .map((item) => readText(item));
  const occupancy = classed(row, 'hprt-table-cell-occupancy', 'hprt-occupancy-occupancy-info');
  const guests = occupancy && wholeNumber(/\d{1,2}/.exec(readText(occupancy, { readsHidden: true }))?.[0] ?? '');
  const roomsLeft = Number(LEFT.exec(readText(row))?.[1] ?? 0);
  return {
    blockId: textOf(row.attribs['data-block-id']),
    variant: defined({
      prices: readPriceCell(row),
      maxOccupancy: guests !== undefined && guests > 0 ? guests : undefined,
      mealPlan: terms.find((text) => MEAL.test(text) && !TERMS.test(text)),
      cancellation: terms.find((text) => TERMS.test(text)),
      roomsLeft: roomsLeft > 0 ? roomsLeft : undefined,
    }),
  };
};

/** The table of rooms as it is shown; a room's first row has its name. */
const readTable = (source: string): OfferedRoom[] => {
  const mark = source.search(/<table\b[^>]{0,300}\bid=["']?hprt-table\b/i);
  if (mark === -1) return [];
  const end = source.indexOf('</table', mark);
  const { root } = parseDocument(source.slice(mark, end === -1 ? undefined : end));
  const rooms: (Omit<OfferedRoom, 'offers'> & { readonly offers: Offer[] })[] = [];
  const rows = allBelow(root, ({ name, attribs }) => name === 'tr' && attribs['data-block-id'] !== undefined);
  for (const row of rows.slice(0, MAX_ROWS)) {
    const name = textIn(row, 'hprt-roomtype-icon-link', 'hprt-roomtype-link');
    const offer = readRow(row);
    if (name !== undefined) {
      const bed = classed(row, 'hprt-roomtype-bed', 'bed-types-wrapper');
      rooms.push({
        id: /^\d+/.exec(offer.blockId ?? '')?.[0],
        name,
        beds: bed ? readLines(bed) : [],
        facilities: textsIn(row, 'hprt-facilities-facility'),
        offers: [],
      });
    }
    rooms.at(-1)?.offers.push(offer);
  }
  return rooms;
};

/** Prices are written with the entities of HTML. */
const plain = (value: Json): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : textOf(readText(parseDocument(text).root));
};

/** Largest difference between two ways to write one price. */
const ROUNDING = 1;

/** The price that was crossed out, where the breakdown is of the same price: it may be of one night instead. */
const beforeDiscountOf = (block: Json, price: number): number | undefined => {
  const breakdown = at(block, 'b_price_breakdown_simplified');
  const [headline, before] = ['b_headline_price_amount', 'b_strikethrough_price_amount'].map((name) =>
    statedAmount(at(breakdown, name)),
  );
  const isSame = headline !== undefined && Math.abs(headline - price) < ROUNDING;
  return isSame && before !== undefined && before > price ? toCents(before) : undefined;
};

/** The price of one unit for the stay: of the offer itself, else of the entry for one unit among its prices. */
const pricesOf = (block: Json): Variant['prices'] => {
  const single = itemsOf(at(block, 'b_stay_prices')).find((one) => at(one, 'b_stays') === 1);
  for (const source of [block, single]) {
    const raw = plain(at(source, 'b_price'));
    const exact = statedAmount(at(source, 'b_raw_price'));
    const parsed = exact !== undefined ? toCents(exact) : raw === undefined ? undefined : amountIn(raw);
    if (parsed === undefined) continue;
    const beforeDiscountParsed = beforeDiscountOf(block, parsed);
    return defined<Prices>({ currentPriceRaw: raw, currentPriceParsed: parsed, beforeDiscountParsed });
  }
  return undefined;
};

const readBlock = (block: Json): Offer => ({
  blockId: textOf(at(block, 'b_block_id')),
  variant: defined({
    prices: pricesOf(block),
    maxOccupancy: amountOf(at(block, 'b_max_persons')),
    mealPlan: textOf(at(block, 'b_mealplan_included_name')),
    cancellation: textOf(at(block, 'b_cancellation_type')),
  }),
});

const ROOMS = 'b_rooms_available_and_soldout';

const readList = (source: string): OfferedRoom[] =>
  itemsOf(stateBehind(source, ROOMS))
    .map((room) => {
      const name = plain(at(room, 'b_name'));
      const id = amountOf(at(room, 'b_id')) ?? textOf(at(room, 'b_id'));
      if (name === undefined) return undefined;
      const blocks = itemsOf(at(room, 'b_blocks')).slice(0, MAX_ROWS);
      return {
        id: id === undefined ? undefined : String(id),
        name,
        beds: [],
        facilities: [],
        offers: blocks.map(readBlock),
      };
    })
    .filter((room) => room !== undefined);

/** One offer from the page's list and its table: the list is exact, the table has text for readers alone. */
const merged = (listed: Offer, shown: Offer | undefined): Offer => {
  if (!shown) return listed;
  const prices = { ...shown.variant.prices, ...listed.variant.prices };
  return {
    ...listed,
    variant: {
      ...listed.variant,
      ...shown.variant,
      ...defined<Variant>({ maxOccupancy: listed.variant.maxOccupancy ?? shown.variant.maxOccupancy }),
      ...(Object.keys(prices).length > 0 ? { prices } : {}),
    },
  };
};

/** Rooms and offers of a page with dates; none without dates. */
export const readOffers = (source: string): OfferedRoom[] => {
  const listed = readList(source);
  const shown = readTable(source);
  if (listed.length === 0) return shown;
  const rows = new Map(shown.flatMap(({ offers }) => offers).map((offer) => [offer.blockId, offer]));
  const rooms = new Map(shown.map((room) => [room.name, room]));
  return listed.map((room) => {
    const same = rooms.get(room.name);
    const offers = room.offers.map((offer) =>
      merged(offer, offer.blockId === undefined ? undefined : rows.get(offer.blockId)),
    );
    return { ...room, beds: same?.beds ?? [], facilities: same?.facilities ?? [], offers };
  });
};
