import type { ErrorCode, ErrorDetail, Operation, Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Catalogue } from './catalogue.js';

export interface Refusal {
  readonly outcome: 'refused';
  readonly error: ErrorCode;
  readonly detail?: ErrorDetail;
  readonly retryAfterSeconds?: number;
}

export type Screening =
  | { readonly outcome: 'fine'; readonly params: Record<string, unknown>; readonly holdCredits: number }
  | Refusal;

export const refuse = (error: ErrorCode, detail: ErrorDetail = {}): Refusal => ({ outcome: 'refused', error, detail });

export interface ScreenInput {
  readonly input: Record<string, unknown>;
  /** Violations found while reading the input. */
  readonly violations: readonly Violation[];
}

/** Adds a forbidden target to the violations, so that all are reported at once. */
const withForbiddenUrl = (
  targets: TargetRule,
  url: unknown,
  violations: readonly Violation[],
): readonly Violation[] => {
  const isJudged = typeof url === 'string' && !violations.some(({ field }) => field === 'url');
  const judgement = isJudged ? targets.judgeUrl(url) : undefined;
  if (judgement === undefined || judgement.isAllowed) return violations;
  const message = targets.explain(judgement.reason) ?? 'url may not be fetched. Use a public http or https URL.';
  return [...violations, { field: 'url', rule: 'forbidden', message }];
};

/** Everything that can be checked without I/O: input, target, price. */
export const screenRequest = (
  parts: { readonly catalogue: Catalogue; readonly targets: TargetRule; readonly nowMs: number },
  operation: Operation,
  { input, violations }: ScreenInput,
): Screening => {
  const checked = parts.catalogue.validate(operation, input, parts.nowMs);
  if (!checked.ok || violations.length > 0) {
    const found = [...violations, ...(checked.ok ? [] : checked.violations)];
    return refuse('validation_failed', { errors: withForbiddenUrl(parts.targets, input['url'], found) });
  }
  const { url } = checked.params;
  if (typeof url === 'string') {
    const judgement = parts.targets.judgeUrl(url);
    if (!judgement.isAllowed) {
      const { reason } = judgement;
      return refuse('target_forbidden', { reason, message: parts.targets.explain(reason) });
    }
  }
  return { outcome: 'fine', params: checked.params, holdCredits: operation.holdCredits(checked.params) };
};
