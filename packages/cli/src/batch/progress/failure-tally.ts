import type { ResultRow } from '../batch-api.js';

/** Reasons counted separately; the rest are counted together. */
const MAX_REASONS = 64;
const OTHER = 'other';
const MAX_EXAMPLE_CHARS = 200;

export interface FailureKind {
  /** The code, with its detail if known, such as `target_blocked (captcha)`. */
  readonly reason: string;
  readonly count: number;
  readonly message: string;
  readonly isRetryable: boolean;
  /** URL or search text of the first of them. */
  readonly example: string | undefined;
}

const exampleOf = (query: unknown): string | undefined => {
  if (typeof query !== 'object' || query === null) return undefined;
  const { url, q } = query as { url?: unknown; q?: unknown };
  const asked = [url, q].find((value) => typeof value === 'string');
  return typeof asked === 'string' ? asked.slice(0, MAX_EXAMPLE_CHARS) : undefined;
};

/** Counts failed items by reason, with one example of each. */
export class FailureTally {
  readonly #kinds = new Map<string, FailureKind>();

  add(rows: readonly ResultRow[]): void {
    for (const { query, result } of rows) {
      if (result.status === 'ok') continue;
      const { error = OTHER, reason: kind } = result;
      const said = kind === undefined ? error : `${error} (${kind})`;
      const reason = this.#kinds.has(said) || this.#kinds.size < MAX_REASONS ? said : OTHER;
      const before = this.#kinds.get(reason);
      this.#kinds.set(reason, {
        reason,
        count: (before?.count ?? 0) + 1,
        message: before?.message ?? result.message ?? '',
        isRetryable: before?.isRetryable ?? result.retryable ?? false,
        example: before?.example ?? exampleOf(query),
      });
    }
  }

  /** Most frequent first. */
  kinds(): readonly FailureKind[] {
    return [...this.#kinds.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }
}
