import { gatewayJson } from '../../../api/client.js';
import type { Violation } from '@quarry/contracts';
import { batchPath } from '../batch-paths.js';
import type { InputItem, LineFault } from '../input/read-input.js';

export interface Submission {
  readonly operation: string;
  readonly items: readonly InputItem[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly webhook: { readonly url: string } | undefined;
}

/** Submits a batch; the same key with the same submission never makes a second one. Resolves to its id. */
export const submitBatch = async (
  { operation, items, defaults, webhook }: Submission,
  key: string,
): Promise<string> => {
  const body = {
    requests: items.map(({ params }) => params),
    ...(Object.keys(defaults).length === 0 ? {} : { defaults }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  const { jobId } = await gatewayJson<{ jobId: string }>(batchPath(operation), {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  });
  return jobId;
};

export interface Placed {
  readonly lines: readonly LineFault[];
  /** Of the defaults, by their fields. */
  readonly defaults: readonly Violation[];
  /** Of nothing on the page. */
  readonly others: readonly string[];
}

const ITEM = /^requests\.(\d+)(?:\.(.+))?$/;

/** The violations of a refused batch by the lines of the input, and those of the defaults. */
export const placeViolations = (violations: readonly Violation[], items: readonly InputItem[]): Placed => {
  const lines: LineFault[] = [];
  const defaults: Violation[] = [];
  const others: string[] = [];
  for (const { field, rule, message } of violations) {
    const [, index, path = ''] = ITEM.exec(field) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    const own = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
    if (item) lines.push({ line: item.line, field: path, message: own });
    else if (field.startsWith('defaults.'))
      defaults.push({ field: field.slice('defaults.'.length), rule, message: own });
    else others.push(message);
  }
  return { lines, defaults, others };
};
