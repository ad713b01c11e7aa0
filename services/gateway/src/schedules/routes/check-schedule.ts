import { validateSchedule, type Operation, type ScheduleInput, type Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Clock } from '@quarry/store';
import { NO_RECEIVERS, UNFIT_RECEIVER } from '../../admission/judge-receiver.js';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import type { Caller } from '../../http/caller.js';
import type { Work } from '../runs/work.js';
import { judgeCron } from '@quarry/contracts/due-times';

export interface ScheduleCheckOptions {
  readonly works: Readonly<Record<ScheduleInput['target']['type'], Work>>;
  readonly operations: readonly Operation[];
  readonly targets: TargetRule;
  /** False: the deployment has no secret to sign webhooks with. */
  readonly hasWebhooks: boolean;
  readonly clock: Clock;
}

const NO_OPERATION = 'target.operation must be the name of an operation, such as scrape/web.';

const violation = (field: string, rule: Violation['rule'], message: string): Violation => ({ field, rule, message });

/** The refusal with the fields of the target's parameters named as in the body of the call. */
const withinTarget = (refusal: Refusal): Refusal => {
  const { errors } = refusal.detail ?? {};
  if (errors === undefined) return refusal;
  const named = errors.map((error): Violation => {
    if (error.field.startsWith('target.')) return error;
    const field = `target.params.${error.field}`;
    const isAboutField = error.message.startsWith(error.field);
    return { ...error, field, message: isAboutField ? `target.params.${error.message}` : error.message };
  });
  return { ...refusal, detail: { ...refusal.detail, errors: named } };
};

/** Checks the body of `POST /schedules`, with the call that will be made. */
export const createScheduleCheck = (options: ScheduleCheckOptions) => {
  const { works, operations, targets, clock } = options;

  const judgeWebhook = ({ webhook }: ScheduleInput): readonly Violation[] => {
    if (webhook === undefined) return [];
    if (!options.hasWebhooks) return [NO_RECEIVERS];
    return targets.judgeUrl(webhook.url).isAllowed ? [] : [UNFIT_RECEIVER];
  };

  return async (account: Caller, body: Record<string, unknown>): Promise<ScheduleInput | Refusal> => {
    const checked = validateSchedule(body);
    if (!checked.ok) return refuse('validation_failed', { errors: checked.violations });
    const { params: input } = checked;
    const { target, cron, timeZone } = input;
    const unfit = cron === undefined ? undefined : judgeCron(cron, timeZone, clock());
    const operation = operations.find(({ id }) => id === target.operation);
    const errors = [
      ...(unfit === undefined ? [] : [violation('cron', 'regex', `cron ${unfit}`)]),
      ...(operation === undefined ? [violation('target.operation', 'enum', NO_OPERATION)] : []),
      ...judgeWebhook(input),
    ];
    const call = operation && { account, operation, params: target.params };
    const refusal = call && (await works[target.type].check(call));
    if (refusal !== undefined && (refusal.error !== 'validation_failed' || refusal.detail?.errors === undefined)) {
      return refusal;
    }
    const ofTarget = refusal === undefined ? [] : (withinTarget(refusal).detail?.errors ?? []);
    const all = [...errors, ...ofTarget];
    return all.length > 0 ? refuse('validation_failed', { errors: all }) : input;
  };
};
