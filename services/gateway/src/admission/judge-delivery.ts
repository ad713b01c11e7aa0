import type { BatchDelivery, Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';

export const UNFIT_BUCKET: Violation = {
  field: 'delivery.endpoint',
  rule: 'forbidden',
  message: 'delivery.endpoint may not be called. Use a public http or https URL.',
};

export const NO_DELIVERIES: Violation = {
  field: 'delivery',
  rule: 'prohibited',
  message:
    'delivery is not allowed. This deployment delivers no results: it has no secret to encrypt the keys of buckets with. Its operator can set QUARRY_SECRET.',
};

/** Refuses a bucket whose keys cannot be stored encrypted, or whose address may not be called. */
export const judgeDelivery = (
  { targets, bucketKeySeals }: { readonly targets: TargetRule; readonly bucketKeySeals?: object | undefined },
  delivery: BatchDelivery | undefined,
): readonly Violation[] => {
  if (delivery === undefined) return [];
  if (bucketKeySeals === undefined) return [NO_DELIVERIES];
  return delivery.endpoint === undefined || targets.judgeUrl(delivery.endpoint).isAllowed ? [] : [UNFIT_BUCKET];
};
