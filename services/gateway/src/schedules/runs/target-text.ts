import { isPlainObject, secretHeadersOf, type ScheduleTarget } from '@quarry/contracts';
import type { HeaderSeals } from '@quarry/tokens';
import type { StoredTarget } from './schedule-data.js';

const scopeOf = (accountId: string, scheduleId: string) => ({ accountId, requestId: scheduleId });

const itemsOf = (requests: unknown): readonly unknown[] => (Array.isArray(requests) ? requests : []);

const hasSecrets = ({ params }: ScheduleTarget): boolean =>
  params['delivery'] !== undefined ||
  [params, params['defaults'], ...itemsOf(params['requests'])].some(
    (part) => isPlainObject(part) && secretHeadersOf(part) !== undefined,
  );

/** The target for the store. Without a secret of the deployment, calls with credentials were refused before. */
export const packTarget = (
  seals: HeaderSeals | undefined,
  { accountId, scheduleId }: { readonly accountId: string; readonly scheduleId: string },
  target: ScheduleTarget,
): StoredTarget => {
  const { type, operation } = target;
  const text = JSON.stringify(target.params);
  return seals !== undefined && hasSecrets(target)
    ? { type, operation, text: seals.seal(scopeOf(accountId, scheduleId), { text }), isSealed: true }
    : { type, operation, text, isSealed: false };
};

/** Undefined if it was encrypted with a secret that the deployment no longer has. */
export const unpackTarget = (
  seals: HeaderSeals | undefined,
  { accountId, scheduleId }: { readonly accountId: string; readonly scheduleId: string },
  { text, isSealed }: StoredTarget,
): Readonly<Record<string, unknown>> | undefined => {
  const plain = isSealed ? seals?.open(scopeOf(accountId, scheduleId), text)?.['text'] : text;
  // safe because `packTarget` wrote it from such an object
  return plain === undefined ? undefined : (JSON.parse(plain) as Readonly<Record<string, unknown>>);
};
