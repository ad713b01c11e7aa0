import { z } from 'zod';
import { BATCH_ROUTES, BATCH_STATES, CRAWL_ROUTES } from '@quarry/contracts';
import { FleetFailure, type FleetCall, type FleetReply, type FleetSession } from './fleet-session.js';

/** The operations with batches: id and path of their jobs. */
export const BATCH_OPERATIONS = BATCH_ROUTES.filter(({ kind }) => kind === 'submit').map(({ operationId, path }) => ({
  operationId,
  path,
}));

export const DEFAULT_OPERATION = 'scrape/web';

/** Path of crawls, which are jobs as batches are. */
export const CRAWL_PATH = CRAWL_ROUTES.find(({ kind }) => kind === 'submit')?.path ?? '';

/** Where jobs are, and the operation of their items. */
const JOB_PLACES: readonly { readonly operationId: string; readonly path: string }[] = [
  ...BATCH_OPERATIONS,
  { operationId: DEFAULT_OPERATION, path: CRAWL_PATH },
];

export interface JobRef {
  readonly jobId: string;
  /** Such as `/scrape/batch/web`. */
  readonly path: string;
}

export const isCrawl = ({ path }: JobRef): boolean => path === CRAWL_PATH;

/** The operation of a job's items. */
export const operationOf = ({ path }: JobRef): string | undefined =>
  JOB_PLACES.find((place) => place.path === path)?.operationId;

const count = z.int().nonnegative();

const statusSchema = z.object({
  jobId: z.string(),
  data: z.object({
    status: z.enum(BATCH_STATES),
    requestsCount: count,
    responsesCount: count,
    succeededCount: count,
    failedCount: count,
    /** Ended successfully with a 4xx page. */
    targetErrorCount: count.optional(),
    creditsHeld: count,
    creditsCharged: count,
    createdAt: z.string(),
    startedAt: z.string().optional(),
    finishedAt: z.string().optional(),
    stopRequestedAt: z.string().optional(),
    /** Of a crawl: addresses that it knows. */
    discoveredCount: count.optional(),
    /** Of a crawl: bounds that left addresses out. */
    limitsHit: z.array(z.string()).optional(),
  }),
});
export type JobStatus = z.infer<typeof statusSchema>['data'];

export const hasEnded = ({ status }: JobStatus): boolean => status === 'done' || status === 'stopped';

const rowSchema = z.looseObject({
  query: z.unknown(),
  result: z.looseObject({
    id: z.string(),
    index: count.optional(),
    status: z.string(),
    json: z.string().optional(),
    html: z.string().optional(),
    url: z.string().optional(),
    error: z.string().optional(),
    message: z.string().optional(),
    reason: z.string().optional(),
    retryable: z.boolean().optional(),
    /** Of the target's response. */
    statusCode: count.optional(),
  }),
});
/** One ended item in the fleet's response. */
export type ResultRow = z.infer<typeof rowSchema>;

const pageSchema = z.object({ total: count, results: z.array(rowSchema) });

const acceptedSchema = z.object({ jobId: z.string().min(1) });

const read = <T>(schema: z.ZodType<T>, { body }: FleetReply): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new FleetFailure('The fleet returned an unknown response. Is it a different version?', 500);
};

export interface Accepted {
  readonly jobId: string;
  /** These requests were submitted before, as this job. */
  readonly isReplayed: boolean;
  /** Undefined if the fleet does not report it. */
  readonly creditsRemaining: number | undefined;
}

const make = async (session: FleetSession, call: FleetCall): Promise<Accepted> => {
  const reply = await session.call(call);
  const remaining = reply.headers['x-credits-remaining'];
  return {
    jobId: read(acceptedSchema, reply).jobId,
    isReplayed: reply.headers['idempotency-replayed'] === 'true',
    creditsRemaining: remaining === undefined ? undefined : Number(remaining),
  };
};

export const submitBatch = (
  session: FleetSession,
  input: { path: string; body: string; idempotencyKey: string },
): Promise<Accepted> => make(session, { method: 'POST', ...input });

export const retryFailed = (session: FleetSession, job: JobRef, idempotencyKey: string): Promise<Accepted> =>
  make(session, { method: 'POST', path: `${pathOf(job)}/retry-failed`, body: '{}', idempotencyKey });

const pathOf = ({ jobId, path }: JobRef): string => `${path}/${encodeURIComponent(jobId)}`;

export const readStatus = async (session: FleetSession, job: JobRef): Promise<JobStatus> =>
  read(statusSchema, await session.call({ method: 'GET', path: pathOf(job) })).data;

export const stopBatch = async (session: FleetSession, job: JobRef): Promise<JobStatus> =>
  read(statusSchema, await session.call({ method: 'DELETE', path: pathOf(job) })).data;

/** Rows `(page - 1) * limit` to `page * limit` of those that have ended so far, or fewer. */
export const readPage = async (
  session: FleetSession,
  job: JobRef,
  { page, limit }: { page: number; limit: number },
): Promise<readonly ResultRow[]> =>
  read(pageSchema, await session.call({ method: 'GET', path: `${pathOf(job)}/results?page=${page}&limit=${limit}` }))
    .results;

/** Finds a job, whatever it is; that of `likelyPath` with the first call. Rejects with `FleetFailure` if there is no such job. */
export const findJob = async (
  session: FleetSession,
  jobId: string,
  likelyPath: string,
): Promise<{ job: JobRef; status: JobStatus }> => {
  const paths = JOB_PLACES.toSorted((a, b) => rank(a.path, likelyPath) - rank(b.path, likelyPath));
  let missing: FleetFailure | undefined;
  for (const { path } of paths) {
    try {
      const job = { jobId, path };
      return { job, status: await readStatus(session, job) };
    } catch (error) {
      if (!(error instanceof FleetFailure) || error.status !== 404) throw error;
      missing ??= error;
    }
  }
  throw missing ?? new FleetFailure('No such job. Check the job id.', 404);
};

const rank = (path: string, wanted: string): number => (path === wanted ? 0 : 1);
