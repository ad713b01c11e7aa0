import { priceNumber, fold, readPrices } from '@quarry/html';
import { at, numberOf, textOf, type Json } from '../shared/embedded-state.js';

export interface Money {
  /** As the site writes it. */
  readonly raw: string;
  readonly parsed: number;
  /** As the site reckons with it. */
  readonly exact: number;
  readonly currency: string | undefined;
}

const CENTS = 100;
/** Most that the amount written and the amount reckoned with differ by. */
const ROUNDING = 1;

export const toCents = (amount: number): number => Math.round(amount * CENTS) / CENTS;

export const amountIn = (text: string): number | undefined => readPrices(text)[0]?.amount ?? priceNumber(text);

/** An amount of the site's own records; undefined where it stands empty, as it does for what is not there. */
export const moneyOf = (value: Json): Money | undefined => {
  const amount = textOf(at(value, 'amount'));
  const exact = numberOf(at(value, 'amountUnformatted'));
  const currency = textOf(at(value, 'currency'));
  const raw = amount === undefined ? undefined : fold(amount);
  if (raw === undefined || raw === '') return undefined;
  const written = amountIn(raw);
  if (exact === undefined)
    return written === undefined ? undefined : { raw, parsed: written, exact: written, currency };
  const isSame = written !== undefined && Math.abs(written - exact) < ROUNDING;
  return { raw, parsed: isSame ? written : toCents(exact), exact, currency };
};
