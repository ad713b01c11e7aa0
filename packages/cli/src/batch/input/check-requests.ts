import { createHash, type Hash } from 'node:crypto';
import { BATCH_MAX_REQUESTS, validateParams, type Operation } from '@quarry/contracts';
import type { InputItem, RequestFile } from './request-file.js';

/** Most bytes of one job's requests, a little less than the fleet reads. */
export const MAX_JOB_BYTES = 31 * 1_048_576;
/** Most bytes of one request. */
export const MAX_REQUEST_BYTES = 1_000_000;
/** Most requests of one submission. */
export const MAX_REQUESTS = 1_000_000;
/** Mistakes that are listed; the rest is counted. */
export const MAX_LISTED = 50;

/** Requests that become one job. */
export interface JobPlan {
  readonly requests: number;
  /** Numbers of its first and last request. */
  readonly from: number;
  readonly to: number;
  /** Of its requests, whatever the order of their keys. */
  readonly digest: string;
}

export type CheckedRequests =
  | { readonly ok: true; readonly jobs: readonly JobPlan[]; readonly requests: number }
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

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sortedKeys = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** The request as it is sent: what all have in common, then its own fields. */
export const toRequest = (value: unknown, common: Fields): unknown =>
  isObject(value) ? { ...common, ...value } : value;

const problemsOf = (item: InputItem, place: string, operation: Operation, request: unknown): string[] => {
  const where = `${place} ${item.number}`;
  if (item.problem !== undefined) return [`${where} ${item.problem}`];
  if (!isObject(request)) return [`${where} is no JSON object`];
  const bytes = Buffer.byteLength(JSON.stringify(request));
  if (bytes > MAX_REQUEST_BYTES) return [`${where} has more than ${MAX_REQUEST_BYTES} bytes`];
  const checked = validateParams(operation, request);
  return checked.ok ? [] : checked.violations.map(({ field, message }) => `${where}: ${field}: ${message}`);
};

/** Cuts requests into jobs as they come. */
class JobPlanner {
  readonly jobs: JobPlan[] = [];
  #open: { requests: number; bytes: number; from: number; to: number; hash: Hash } | undefined;

  constructor(private readonly bounds: RequestBounds) {}

  add(number: number, request: unknown): void {
    // One more for the comma.
    const bytes = Buffer.byteLength(JSON.stringify(request)) + 1;
    const open = this.#open;
    if (open && (open.requests >= this.bounds.jobRequests || open.bytes + bytes > this.bounds.jobBytes)) this.close();
    this.#open ??= { requests: 0, bytes: 0, from: number, to: number, hash: createHash('sha256') };
    this.#open.requests += 1;
    this.#open.bytes += bytes;
    this.#open.to = number;
    this.#open.hash.update(`${JSON.stringify(request, sortedKeys)}\n`);
  }

  close(): void {
    if (!this.#open) return;
    const { requests, from, to, hash } = this.#open;
    this.jobs.push({ requests, from, to, digest: hash.digest('hex') });
    this.#open = undefined;
  }
}

/** Checks every request as the fleet will, and plans the jobs they become. Holds one request at a time. */
export const checkRequests = async (
  file: RequestFile,
  operation: Operation,
  common: Fields,
  bounds = REQUEST_BOUNDS,
): Promise<CheckedRequests> => {
  const planner = new JobPlanner(bounds);
  const problems: string[] = [];
  let problemCount = 0;
  let requests = 0;
  for await (const item of file.items()) {
    requests += 1;
    if (requests > bounds.requests) {
      problems.push(`more than ${bounds.requests} requests; submit them in several files`);
      problemCount += 1;
      break;
    }
    const request = toRequest(item.value, common);
    const found = problemsOf(item, file.place, operation, request);
    problemCount += found.length;
    problems.push(...found.slice(0, MAX_LISTED - problems.length));
    if (problemCount === 0) planner.add(item.number, request);
  }
  planner.close();
  return problemCount > 0 ? { ok: false, problems, problemCount } : { ok: true, jobs: planner.jobs, requests };
};

/**
 * The bodies of planned jobs in order, one at a time: a JSON text of each one's requests. Rejects when the file is no
 * longer what was checked.
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
    if (!plan || !isObject(request)) throw changed();
    texts.push(JSON.stringify(request));
    hash.update(`${JSON.stringify(request, sortedKeys)}\n`);
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

const changed = (): Error => new Error('The file changed while it was read. Run the command again.');
