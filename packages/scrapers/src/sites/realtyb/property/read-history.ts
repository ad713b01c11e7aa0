import { defined, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import type { Property } from './property.js';

/** Entries of one history that are given. */
export const MAX_ENTRIES = 500;

const camelCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('');

const eventOf = (event: Json): string | undefined => {
  const words = textOf(event);
  return words === undefined ? undefined : camelCase(words);
};

const isDate = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);

const filled = <T extends object>(rows: readonly T[]): readonly T[] | undefined => {
  const given = rows.filter((row) => Object.keys(row).length > 1).slice(0, MAX_ENTRIES);
  return given.length > 0 ? given : undefined;
};

type PriceEvent = NonNullable<Property['priceHistory']>[number];

export const readPriceHistory = (property: JsonObject): Property['priceHistory'] =>
  filled(
    itemsOf(property['priceHistory']).map((entry) => {
      const date = textOf(at(entry, 'date'));
      return defined<PriceEvent>({
        date: isDate(date) ? date : undefined,
        price: amountOf(at(entry, 'price')),
        event: eventOf(at(entry, 'event')),
      });
    }),
  );

/** The tax of a year has a timestamp within it. */
const yearOf = (time: Json): number | undefined => {
  const timeMs = numberOf(time);
  const year = timeMs === undefined ? Number.NaN : new Date(timeMs).getUTCFullYear();
  return year > 1900 && year < 2100 ? year : undefined;
};

type TaxYear = NonNullable<Property['taxHistory']>[number];

export const readTaxHistory = (property: JsonObject): Property['taxHistory'] =>
  filled(
    itemsOf(property['taxHistory']).map((entry) =>
      defined<TaxYear>({
        year: yearOf(at(entry, 'time')),
        tax: amountOf(at(entry, 'taxPaid')),
        value: amountOf(at(entry, 'value')),
      }),
    ),
  );

const BUCKET = 'Bucket';

/** Rates of loans in percent a year, by kind. */
export const readMortgage = (property: JsonObject): readonly JsonObject[] | undefined => {
  const rates = Object.entries((property['mortgageZHLRates'] ?? {}) as JsonObject).map(([kind, offer]) =>
    defined<JsonObject>({
      type: kind.endsWith(BUCKET) ? kind.slice(0, -BUCKET.length) : kind,
      rate: amountOf(at(offer, 'rate')),
    }),
  );
  return filled(rates);
};
