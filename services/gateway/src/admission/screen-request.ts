import type { ErrorCode, ErrorDetail, Operation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Catalogue } from './catalogue.js';

export interface Refusal {
  readonly outcome: 'refused';
  readonly error: ErrorCode;
  readonly detail?: ErrorDetail;
  readonly retryAfterSeconds?: number;
}

export type Screening =
  { readonly outcome: 'fine'; readonly params: Record<string, unknown>; readonly holdCredits: number } | Refusal;

export const refuse = (error: ErrorCode, detail: ErrorDetail = {}): Refusal => ({ outcome: 'refused', error, detail });

const WEB_OPERATION = 'scrape/web';

/** Everything that can be said about a request without any I/O: its input, whether it is built, its target, its price. */
export const screenRequest = (
  parts: { readonly catalogue: Catalogue; readonly targets: TargetRule; readonly nowMs: number },
  operation: Operation,
  input: unknown,
): Screening => {
  const checked = parts.catalogue.validate(operation, input, parts.nowMs);
  if (!checked.ok) return refuse('validation_failed', { errors: checked.violations });
  if (!operation.isBuilt) return refuse('not_implemented');
  const planned = operation.id === WEB_OPERATION ? parts.catalogue.plannedFieldsIn(checked.params) : [];
  if (planned.length > 0) {
    return refuse('not_implemented', {
      message: `Not available in this version: ${planned.join(', ')}. Leave it out.`,
    });
  }
  const { url } = checked.params;
  if (typeof url === 'string') {
    const judgement = parts.targets.judgeUrl(url);
    if (!judgement.isAllowed) return refuse('target_forbidden', { reason: judgement.reason });
  }
  return { outcome: 'fine', params: checked.params, holdCredits: operation.holdCredits(checked.params) };
};
