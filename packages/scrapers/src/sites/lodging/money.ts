import { amountIn, normalizeText } from '@quarry/html';
import { at, numberOf, textOf, type Json } from '../../shared/json-values.js';

export interface Money {
  /** As the site writes it. */
  readonly raw: string;
  readonly parsed: number;
  /** As the site calculates with it. */
  readonly exact: number;
  readonly currency: string | undefined;
}

const CENTS = 100;
/** Largest difference between the written and the calculated amount. */
const ROUNDING = 1;

export const toCents = (amount: number): number => Math.round(amount * CENTS) / CENTS;

/** An amount of the site's own records; undefined where it is empty, which means absent. */
export const moneyOf = (value: Json): Money | undefined => {
  const amount = textOf(at(value, 'amount'));
  const exact = numberOf(at(value, 'amountUnformatted'));
  const currency = textOf(at(value, 'currency'));
  const raw = amount === undefined ? undefined : normalizeText(amount);
  if (raw === undefined || raw === '') return undefined;
  const written = amountIn(raw);
  if (exact === undefined)
    return written === undefined ? undefined : { raw, parsed: written, exact: written, currency };
  const isSame = written !== undefined && Math.abs(written - exact) < ROUNDING;
  return { raw, parsed: isSame ? written : toCents(exact), exact, currency };
};
