import { operationById, type ServedBy, TIERS, verdictRule, type Tier, type Verdict } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';

type Priced = Pick<RequestRow, 'operation' | 'params' | 'heldCredits'>;

const isTier = (name: string | undefined): name is Tier => name !== undefined && Object.hasOwn(TIERS, name);

/** Credits of a success served by `tier`, without the parts that were left out; at most what the request holds. */
export const priceOf = (
  { operation: id, params, heldCredits }: Priced,
  tier: string | undefined,
  leftOut?: readonly string[],
): number => {
  const operation = operationById(id);
  if (!operation) return 0;
  // safe because parameters of an operation are an object
  const asked = params as Record<string, unknown>;
  const proxyType = asked['proxyType'] === 'residential' ? 'residential' : 'datacenter';
  const served: ServedBy = { tier: isTier(tier) ? tier : 'http', proxyType, leftOut };
  return Math.min(heldCredits, operation.priceCredits(asked, served));
};

/** Credits charged for this end: the verdict table says whether, the price list how much. */
export const chargeOf = (
  row: Priced,
  verdict: Verdict,
  tier: string | undefined,
  leftOut?: readonly string[],
): number => (verdictRule(verdict).isCharged ? priceOf(row, tier, leftOut) : 0);
