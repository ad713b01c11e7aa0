import { createHash, type Hash } from 'node:crypto';
import { BATCH_MAX_REQUESTS, canonicalJson, isPlainObject, validateParams, type Operation } from '@quarry/contracts';
import { ViolationGroups } from '../../violation-groups.js';
import type { InputItem, RequestFile } from './request-file.js';

/** Maximum bytes of one job's requests, slightly below the fleet's limit. */
export const MAX_JOB_BYTES = 31 * 1_048_576;
/** Maximum bytes of one request. */
export const MAX_REQUEST_BYTES = 1_000_000;
/** Maximum requests of one submission. */
export const MAX_REQUESTS = 1_000_000;

/** Requests that become one job. */
export interface JobPlan {
  readonly requests: number;
  /** Numbers of its first and last request. */
  readonly from: number;
  readonly to: number;
  /** Digest of its requests, independent of the order of their keys. */
  readonly digest: string;
}

export type CheckedRequests =
  | { readonly ok: true; readonly jobs: readonly JobPlan[]; readonly requests: number }
  /** The same problem of several requests is one line with its count. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly problemCount: number };

export interface RequestBounds {
  readonly jobRequests: number;
  readonly jobBytes: number;
  readonly requests: number;
}

export const REQUEST_BOUNDS: RequestBounds = {
  jobRequests: BATCH_MAX_REQUESTS,
  jobBytes: MAX_JOB_BYTES,
  requests: MAX_REQUESTS,
};

type Fields = Readonly<Record<string, unknown>>;

/** The request as sent: the common fields, then its own. */
export const toRequest = (value: unknown, common: Fields): unknown =>
  isPlainObject(value) ? { ...common, ...value } : value;

/** What is wrong with a request; each continues its place. */
const problemsOf = (item: InputItem, operation: Operation, request: unknown): readonly string[] => {
  if (item.problem !== undefined) return [` ${item.problem}`];
  if (!isPlainObject(request)) return [' is not a JSON object'];
  const bytes = Buffer.byteLength(JSON.stringify(request));
  if (bytes > MAX_REQUEST_BYTES) return [` has more than ${MAX_REQUEST_BYTES} bytes`];
  const checked = validateParams(operation, request);
  return checked.ok ? [] : checked.violations.map(({ field, message }) => `: ${field}: ${message}`);
};

/** Splits requests into jobs. */
class JobPlanner {
  readonly jobs: JobPlan[] = [];
  #open: { requests: number; bytes: number; from: number; to: number; hash: Hash } | undefined;

  constructor(private readonly bounds: RequestBounds) {}

  add(number: number, request: unknown): void {
    // Plus the comma.
    const bytes = Buffer.byteLength(JSON.stringify(request)) + 1;
    const open = this.#open;
    if (open && (open.requests >= this.bounds.jobRequests || open.bytes + bytes > this.bounds.jobBytes)) this.close();
    this.#open ??= { requests: 0, bytes: 0, from: number, to: number, hash: createHash('sha256') };
    this.#open.requests += 1;
    this.#open.bytes += bytes;
    this.#open.to = number;
    this.#open.hash.update(`${canonicalJson(request)}\n`);
  }

  close(): void {
    if (!this.#open) return;
    const { requests, from, to, hash } = this.#open;
    this.jobs.push({ requests, from, to, digest: hash.digest('hex') });
    this.#open = undefined;
  }
}

/** Validates every request as the fleet will, and plans the jobs. Holds one request at a time. */
export const checkRequests = async (
  file: RequestFile,
  operation: Operation,
  common: Fields,
  bounds = REQUEST_BOUNDS,
): Promise<CheckedRequests> => {
  const planner = new JobPlanner(bounds);
  const problems = new ViolationGroups();
  let requests = 0;
  for await (const item of file.items()) {
    requests += 1;
    if (requests > bounds.requests) {
      problems.add('more than', ` ${bounds.requests} requests; submit them in several files`);
      break;
    }
    const request = toRequest(item.value, common);
    for (const problem of problemsOf(item, operation, request)) problems.add(`${file.place} ${item.number}`, problem);
    if (problems.count === 0) planner.add(item.number, request);
  }
  planner.close();
  return problems.count > 0
    ? { ok: false, problems: problems.lines(), problemCount: problems.count }
    : { ok: true, jobs: planner.jobs, requests };
};

/**
 * The bodies of planned jobs in order, one at a time, each the JSON text of its requests. Rejects if the file has changed since
 * the check.
 */
export async function* readJobs(
  file: RequestFile,
  jobs: readonly JobPlan[],
  common: Fields,
): AsyncGenerator<{ readonly plan: JobPlan; readonly requestsJson: string }> {
  let index = 0;
  let texts: string[] = [];
  let hash = createHash('sha256');
  for await (const item of file.items()) {
    const plan = jobs[index];
    const request = toRequest(item.value, common);
    if (!plan || !isPlainObject(request)) throw changed();
    texts.push(JSON.stringify(request));
    hash.update(`${canonicalJson(request)}\n`);
    if (texts.length < plan.requests) continue;
    if (hash.digest('hex') !== plan.digest) throw changed();
    const requestsJson = `[${texts.join(',')}]`;
    index += 1;
    texts = [];
    hash = createHash('sha256');
    yield { plan, requestsJson };
  }
  if (index < jobs.length) throw changed();
}

const changed = (): Error => new Error('The file changed while it was being read. Run the command again.');
