import { describeFailure, type Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Clock, RequestRow, RequestStore } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { Admission, AdmissionInput } from '../../admission/admission.js';
import type { Catalogue } from '../../admission/catalogue.js';
import { judgeReceiver } from '../../admission/judge-receiver.js';
import { judgeKeyOperation } from '../../admission/key-limits.js';
import { judgeSecretHeaders } from '../../admission/secret-headers.js';
import { refuse, screenRequest, type Refusal } from '../../admission/screen-request.js';
import { RETRY_AFTER_OVERLOADED_SECONDS, STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import type { LaunchAsync } from '../../settlement/launch-async.js';
import type { Work, WorkCall, WorkEnd } from './work.js';

export interface RequestWorkOptions {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly admit: (input: AdmissionInput) => Promise<Admission>;
  readonly launch: LaunchAsync;
  readonly catalogue: Catalogue;
  readonly targets: TargetRule;
  readonly headerSeals?: HeaderSeals | undefined;
  /** False: the deployment has no secret to sign webhooks with. */
  readonly hasWebhooks: boolean;
  readonly clock: Clock;
}

const endOf = (row: RequestRow): WorkEnd => {
  const { id: requestId, chargedCredits: creditsCharged } = row;
  if (row.state === 'ok') return { status: 'ok', requestId, creditsCharged, row };
  const { error, message } = describeFailure(row);
  return { status: 'error', requestId, error, message, creditsCharged, row };
};

/** A token opens for an hour, so later runs could not use it. */
const judgeTokenField = ({ operation, params }: WorkCall): readonly Violation[] => {
  const { tokenField: field } = operation;
  if (field === undefined || params[field] === undefined) return [];
  const message = `${field} is not allowed in a schedule: it expires before the next run. Leave it out.`;
  return [{ field, rule: 'prohibited', message }];
};

/** Runs of a schedule that are single calls: ordinary requests that nobody waits for. */
export const createRequestWork = (options: RequestWorkOptions): Work => {
  const { requests, admit, launch, clock } = options;

  const check = async (call: WorkCall): Promise<Refusal | undefined> => {
    const { account, operation, params } = call;
    const forbidden = judgeKeyOperation(account, operation.id);
    if (forbidden !== undefined) return forbidden;
    const input = { input: { ...params }, violations: judgeTokenField(call) };
    const screened = screenRequest({ ...options, nowMs: clock() }, operation, input);
    if (screened.outcome === 'refused') return screened;
    const unfit = [
      ...judgeSecretHeaders(options.headerSeals, screened.params),
      ...judgeReceiver(options, screened.params),
    ];
    return unfit.length > 0 ? refuse('validation_failed', { errors: unfit }) : undefined;
  };

  return {
    check,
    look: async (requestId) => {
      const row = await withTimeout(STORE_ANSWER_MS, requests.get(requestId));
      if (row === null) return { state: 'none' };
      return row.state === 'open' ? { state: 'running' } : { state: 'ended', end: endOf(row) };
    },
    start: async ({ account, operation, params }, requestId) => {
      const forbidden = judgeKeyOperation(account, operation.id);
      if (forbidden !== undefined) return forbidden;
      const call = { requestId, account, operation, violations: [], isAsync: true, isRepeated: true };
      const admission = await admit({ ...call, input: { ...params } });
      if (admission.outcome === 'refused') return admission;
      if (admission.outcome === 'known') {
        // The response of an earlier call, which was charged then.
        return { outcome: 'ended', end: { ...endOf(admission.row), creditsCharged: 0 } };
      }
      const launched = await launch(admission.request);
      return launched === 'launched'
        ? { outcome: 'running' }
        : { ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS };
    },
    undo: async () => undefined,
  };
};
