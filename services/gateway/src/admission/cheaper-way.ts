import type { Operation } from '@quarry/contracts';
import { Turns } from '../http/turns.js';
import type { Catalogue } from './catalogue.js';

type Change = Readonly<Record<string, string | boolean>>;

/** Changes that may lower the price, the most expensive result first. An operation's schema rejects those it does not have. */
const CHANGES: readonly Change[] = [
  { proxyType: 'datacenter' },
  { jsRendering: false },
  { jsRendering: false, proxyType: 'datacenter' },
  { otherOffers: false },
  { extractAgentEmails: false },
];

const describe = (change: Change): string =>
  Object.entries(change)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' and ');

export interface CheaperWay {
  readonly description: string;
  readonly credits: number;
}

/** Requests of the same price shape: a change lowers the price of all or none. */
export interface RequestKind {
  readonly params: Readonly<Record<string, unknown>>;
  readonly count: number;
}

type PriceParts = { readonly catalogue: Catalogue; readonly nowMs: number };

/** The price of one request with a change; undefined if the change is not valid for it. */
const creditsWith = (
  { catalogue, nowMs }: PriceParts,
  operation: Operation,
  params: RequestKind['params'],
  change: Change,
): number | undefined => {
  const checked = catalogue.validate(operation, { ...params, ...change }, nowMs);
  return checked.ok ? operation.holdCredits(checked.params) : undefined;
};

/** The first change, to all requests that accept it, that the available credits can pay for; undefined if there is none. Yields between turns. */
export const findCheaperWay = async (
  parts: PriceParts & { readonly availableCredits: number },
  operation: Operation,
  kinds: readonly RequestKind[],
): Promise<CheaperWay | undefined> => {
  const turns = new Turns();
  for (const change of CHANGES) {
    let credits = 0;
    let isTaken = false;
    for (const { params, count } of kinds) {
      const changed = creditsWith(parts, operation, params, change);
      isTaken ||= changed !== undefined;
      credits += count * (changed ?? operation.holdCredits({ ...params }));
      await turns.take();
    }
    if (isTaken && credits <= parts.availableCredits) return { description: describe(change), credits };
  }
  return undefined;
};
