import { operationById, TIERS, verdictRule, type Tier, type Verdict } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';

type Priced = Pick<RequestRow, 'operation' | 'params' | 'heldCredits'>;

const isTier = (name: string | undefined): name is Tier => name !== undefined && Object.hasOwn(TIERS, name);

/** Credits of a success served by `tier`; never more than the request holds. */
export const priceOf = ({ operation: id, params, heldCredits }: Priced, tier: string | undefined): number => {
  const operation = operationById(id);
  if (!operation) return 0;
  // safe because parameters of an operation are an object
  const asked = params as Record<string, unknown>;
  const proxyType = asked['proxyType'] === 'residential' ? 'residential' : 'datacenter';
  return Math.min(heldCredits, operation.priceCredits(asked, { tier: isTier(tier) ? tier : 'http', proxyType }));
};

/** Credits that this end is charged: the verdict table says whether, the price list says how much. */
export const chargeOf = (row: Priced, verdict: Verdict, tier: string | undefined): number =>
  verdictRule(verdict).isCharged ? priceOf(row, tier) : 0;
