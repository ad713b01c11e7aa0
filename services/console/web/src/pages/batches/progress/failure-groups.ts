import type { RequestView } from '../../../api/requests.js';

/** Failures of a batch for the same reason. */
export interface FailureGroup {
  /** Error code. */
  readonly error: string;
  /** What was recognised beside it, such as the blocking system. */
  readonly reason: string | undefined;
  readonly count: number;
  readonly isRetryable: boolean;
  /** Hosts with the most of these failures. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[];
  /** One of them, to look at. */
  readonly exampleId: string;
  readonly message: string | undefined;
}

const HOSTS_SHOWN = 3;

type Failure = Pick<RequestView, 'id' | 'error' | 'reason' | 'retryable' | 'host' | 'message'>;

const topHosts = (failures: readonly Failure[]): FailureGroup['hosts'] => {
  const counts = new Map<string, number>();
  for (const { host } of failures) if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts]
    .map(([host, count]) => ({ host, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, HOSTS_SHOWN);
};

/** Failed items by error and reason, the most frequent first. */
export const failureGroups = (failures: readonly Failure[]): readonly FailureGroup[] => {
  const groups = Map.groupBy(failures, ({ error, reason }) => `${error ?? ''} ${reason ?? ''}`);
  return [...groups.values()]
    .flatMap((group): FailureGroup[] => {
      const [first] = group;
      if (first === undefined) return [];
      return [
        {
          error: first.error ?? 'internal_error',
          reason: first.reason,
          count: group.length,
          isRetryable: first.retryable === true,
          hosts: topHosts(group),
          exampleId: first.id,
          message: first.message,
        },
      ];
    })
    .toSorted((a, b) => b.count - a.count);
};
