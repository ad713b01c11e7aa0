import type { Operation } from '@quarry/contracts';
import type { Catalogue } from './catalogue.js';

type Change = Readonly<Record<string, string | boolean>>;

/** What a caller could change to pay less, dearest result first. A change an operation does not know fails its schema. */
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

/** The first change of the request that the credits left would pay for; undefined when there is none. */
export const findCheaperWay = (
  parts: { readonly catalogue: Catalogue; readonly nowMs: number; readonly availableCredits: number },
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
): CheaperWay | undefined => {
  for (const change of CHANGES) {
    const checked = parts.catalogue.validate(operation, { ...params, ...change }, parts.nowMs);
    if (!checked.ok) continue;
    const credits = operation.holdCredits(checked.params);
    if (credits <= parts.availableCredits) return { description: describe(change), credits };
  }
  return undefined;
};
