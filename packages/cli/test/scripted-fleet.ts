import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERRORS, errorBody, type ErrorCode } from '@quarry/contracts';

/** What a call meets instead of its answer: a connection that breaks before or within it, or an error. */
export type Disturbance = 'refuse' | 'tear' | { readonly status: ErrorCode; readonly retryAfter?: number };

interface ScriptedJob {
  readonly id: string;
  readonly path: string;
  readonly requests: readonly unknown[];
  /** Rows that may be read. */
  readonly rows: unknown[];
  failed: number;
  isStopped: boolean;
  /** Of a crawl: what its status has too. */
  more?: { readonly discoveredCount: number; readonly limitsHit?: readonly string[] };
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { readonly requests?: readonly unknown[]; readonly webhook?: unknown } | undefined;
}

export const KEY = 'qk_of_the_test';

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A fleet's door that keeps jobs as the contract has them and ends their items when the test says so. */
export class ScriptedFleet {
  readonly asked: Asked[] = [];
  readonly jobs: ScriptedJob[] = [];
  baseUrl = '';
  /** Asked before each answer. */
  disturb: (asked: Asked, ordinal: number) => Disturbance | undefined = () => undefined;
  /** Called when an answer has been sent, such as to let more items end. */
  afterAnswer: (asked: Asked) => void = () => undefined;
  creditsLeft = 1_000_000;
  /** Pages that the next crawl finds. */
  site: readonly unknown[] = [];
  /** Responses of stored results, by the id of the item. */
  readonly answers = new Map<string, unknown>();
  readonly #byKey = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Adds a job without a call. */
  addJob(requests: readonly unknown[], path = '/scrape/batch/web'): ScriptedJob {
    const job: ScriptedJob = { id: randomUUID(), path, requests, rows: [], failed: 0, isStopped: false };
    this.jobs.push(job);
    return job;
  }

  /** Ends the next items of a job; `codeOf` names the error of those that fail. */
  end(job: ScriptedJob, count: number, codeOf: (index: number) => ErrorCode | undefined = () => undefined): void {
    for (const query of job.requests.slice(job.rows.length, job.rows.length + count)) {
      const index = job.rows.length;
      const id = randomUUID();
      const code = codeOf(index);
      if (code) job.failed += 1;
      job.rows.push({
        query,
        result: code
          ? { id, index, status: 'error', error: code, message: ERRORS[code].text, retryable: ERRORS[code].retryable }
          : { id, index, status: 'ok', json: `${this.baseUrl}/files/a/${id}/result.json` },
      });
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request);
    const asked: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['idempotency-key'] as string | undefined,
      body: text === '' ? undefined : (JSON.parse(text) as Asked['body']),
    };
    const disturbance = this.disturb(asked, this.asked.length);
    this.asked.push(asked);
    if (disturbance === 'refuse') return void request.socket.destroy();
    const { status, body, headers } = this.#answer(asked, request, disturbance);
    const bytes = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
      ...headers,
    });
    if (disturbance === 'tear') {
      response.write(bytes.slice(0, bytes.length / 2), () => request.socket.destroy());
      return;
    }
    response.end(bytes);
    this.afterAnswer(asked);
  }

  #answer(
    asked: Asked,
    request: IncomingMessage,
    disturbance: Disturbance | undefined,
  ): { status: number; body: unknown; headers?: Record<string, string> } {
    const refuse = (code: ErrorCode, headers: Record<string, string> = {}) => ({
      status: ERRORS[code].status,
      body: errorBody('a', code),
      headers,
    });
    if (typeof disturbance === 'object') {
      const { status, retryAfter } = disturbance;
      return refuse(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
    }
    if (request.headers['x-api-key'] !== KEY) return refuse('unauthorized');
    const url = new URL(asked.path, this.baseUrl);
    if (url.pathname.startsWith('/files/')) {
      const of = url.pathname.split('/')[3] ?? '';
      return { status: 200, body: this.answers.get(of) ?? { of } };
    }
    const [, path = '', jobId, rest] =
      /^(\/scrape\/batch\/(?:web|enginea\/serp)|\/crawl\/web)(?:\/([\w-]+))?(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
    if (asked.method === 'POST' && jobId === undefined) {
      return this.#submit(asked, path, path === '/crawl/web' ? this.site : (asked.body?.requests ?? []));
    }
    const job = this.jobs.find(({ id }) => id === jobId);
    if (!job || job.path !== path) return refuse('job_not_found');
    if (asked.method === 'POST') {
      const failed = job.rows as { query: unknown; result: { status: string } }[];
      return this.#submit(
        asked,
        path,
        failed.filter(({ result }) => result.status !== 'ok').map(({ query }) => query),
      );
    }
    if (asked.method === 'DELETE') job.isStopped = true;
    return { status: 200, body: rest === 'results' ? this.#page(job, url.searchParams) : this.#status(job) };
  }

  #submit(asked: Asked, path: string, requests: readonly unknown[]) {
    const known = asked.key === undefined ? undefined : this.#byKey.get(asked.key);
    if (known)
      return { status: 200, body: { jobId: known, status: 'ok' }, headers: { 'idempotency-replayed': 'true' } };
    if (requests.length > this.creditsLeft) {
      return { status: 402, body: errorBody('a', 'credits_exhausted') };
    }
    this.creditsLeft -= requests.length;
    const { id } = this.addJob(requests, path);
    if (asked.key !== undefined) this.#byKey.set(asked.key, id);
    return {
      status: 200,
      body: { jobId: id, status: 'ok' },
      headers: { 'x-credits-remaining': String(this.creditsLeft) },
    };
  }

  #status({ id, requests, rows, failed, isStopped, path, more }: ScriptedJob) {
    const isDone = rows.length === requests.length;
    return {
      jobId: id,
      status: 'ok',
      data: {
        status: isStopped ? 'stopped' : isDone ? 'done' : rows.length === 0 ? 'pending' : 'in_progress',
        requestsCount: requests.length,
        responsesCount: rows.length,
        succeededCount: rows.length - failed,
        failedCount: failed,
        creditsHeld: requests.length - rows.length,
        creditsCharged: rows.length - failed,
        createdAt: '2026-03-01T10:00:00.000Z',
        ...(isDone ? { finishedAt: '2026-03-01T10:00:32.000Z' } : {}),
        resultsUrl: `${this.baseUrl}${path}/${id}/results`,
        ...more,
      },
    };
  }

  #page({ rows }: ScriptedJob, query: URLSearchParams) {
    const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 100)];
    return { page: page - 1, limit, total: rows.length, results: rows.slice((page - 1) * limit, page * limit) };
  }
}

export const withScriptedFleet = async (run: (fleet: ScriptedFleet) => Promise<void>): Promise<void> => {
  const fleet = new ScriptedFleet();
  await fleet.open();
  try {
    await run(fleet);
  } finally {
    await fleet.close();
  }
};

/** Ends of a job's items, some at each status that is asked. */
export const endAtEachLook = (
  fleet: ScriptedFleet,
  count: number,
  codeOf?: (index: number) => ErrorCode | undefined,
): void => {
  fleet.afterAnswer = ({ method, path }) => {
    if (method !== 'GET' || /\/results|\/files\//.test(path)) return;
    for (const job of fleet.jobs) fleet.end(job, count, codeOf);
  };
};
