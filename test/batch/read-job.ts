import { poll } from '@quarry/testkit';
import type { PatientClient } from './patient-client.js';

const POLL_MS = 150;
const ROUTE = '/scrape/batch/web';

/** A row of the results as callers see it. */
export interface ResultRow {
  readonly query: { readonly url: string };
  readonly result: {
    readonly id: string;
    readonly status: 'ok' | 'error';
    readonly error?: string;
    readonly json?: string;
  };
}

export interface JobStatus {
  readonly status: string;
  readonly requestsCount: number;
  readonly responsesCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly creditsHeld: number;
  readonly creditsCharged: number;
}

interface ResultPage {
  readonly page: number;
  readonly total: number;
  readonly results: readonly ResultRow[];
}

/** Submits and returns the job's id; the key makes repeats harmless. */
export const submitJob = async (
  client: PatientClient,
  requests: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await client.ask('POST', ROUTE, { requests, ...more }, headers);
  const { jobId } = answer.body;
  if (answer.status !== 200 || typeof jobId !== 'string') {
    throw new Error(`not accepted: ${answer.status} ${JSON.stringify(answer.body).slice(0, 2_000)}`);
  }
  return jobId;
};

const expectOk = async (client: PatientClient, path: string): Promise<Record<string, unknown>> => {
  const { status, body } = await client.ask('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
};

export const readStatus = async (client: PatientClient, jobId: string): Promise<JobStatus> =>
  // safe because the contract's own tests guard the shape
  (await expectOk(client, `${ROUTE}/${jobId}`))['data'] as JobStatus;

export const stopJob = (client: PatientClient, jobId: string): Promise<unknown> =>
  client.ask('DELETE', `${ROUTE}/${jobId}`);

/** `page` from 1. */
const readPage = async (client: PatientClient, jobId: string, page: number, limit: number): Promise<ResultPage> => {
  const body = await expectOk(client, `${ROUTE}/${jobId}/results?page=${page}&limit=${limit}`);
  if (body['page'] !== page - 1) throw new Error(`page ${page} is numbered ${String(body['page'])}`);
  // safe because the contract's own tests guard the shape
  return body as unknown as ResultPage;
};

export const isEnded = ({ status }: JobStatus): boolean => status === 'done' || status === 'stopped';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const untilEnded = async (client: PatientClient, jobId: string, timeoutMs: number): Promise<JobStatus> => {
  const status = await poll(() => readStatus(client, jobId), isEnded, { timeoutMs, everyMs: POLL_MS });
  if (!isEnded(status)) throw new Error(`the job does not end: ${JSON.stringify(status)}`);
  return status;
};

/** All pages of an ended job. */
export const readAll = async (client: PatientClient, jobId: string, limit: number): Promise<ResultRow[]> => {
  const rows: ResultRow[] = [];
  for (let page = 1; ; page += 1) {
    const { results } = await readPage(client, jobId, page, limit);
    rows.push(...results);
    if (results.length < limit) return rows;
  }
};

/** Reads while the job runs: takes each page as far as it is filled, until the job has ended and everything is read. */
export const readWhileRunning = async (
  client: PatientClient,
  jobId: string,
  { limit, timeoutMs }: { limit: number; timeoutMs: number },
): Promise<ResultRow[]> => {
  const giveUpAt = Date.now() + timeoutMs;
  const rows: ResultRow[] = [];
  for (;;) {
    const status = await readStatus(client, jobId);
    const page = Math.floor(rows.length / limit) + 1;
    const { results } = await readPage(client, jobId, page, limit);
    const fresh = results.slice(rows.length % limit);
    rows.push(...fresh);
    if (isEnded(status) && rows.length >= status.responsesCount) return rows;
    if (Date.now() > giveUpAt) throw new Error(`the job does not end: ${JSON.stringify(status)}, ${rows.length} read`);
    if (fresh.length === 0) await pause(POLL_MS);
  }
};
