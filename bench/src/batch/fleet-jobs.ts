import { allProcesses, ApiClient, type Fleet } from '@quarry/testkit';

const ROUTE = '/scrape/batch/web';
/** The worker of searches is idle, but is counted with the rest. */
const ROLES = ['gateway', 'batch-fanout', 'browser-scrape', 'serp', 'redis'];
/** Interval at which a caller would poll. */
const POLL_MS = 500;
const SAMPLE_MS = 500;
const MIB = 1_048_576;

export interface JobsMeasured {
  readonly items: number;
  readonly jobs: number;
  readonly acceptMs: readonly number[];
  /** From the first submit to the end of the last job. */
  readonly seconds: number;
  readonly failed: number;
  /** CPU per page by role. */
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly peakMb: Readonly<Record<string, number>>;
  readonly firstPageMs: number;
  readonly lastPageMs: number;
}

export const cpuByRole = (fleet: Fleet): Map<string, number> =>
  new Map(ROLES.map((role) => [role, fleet.processes(role).reduce((sum, { cpuMs }) => sum + cpuMs, 0)]));

/** Reads the resident memory of each role's processes, which are those of now. */
export const memoryByRole = (fleet: Fleet): (() => Record<string, number>) => {
  const pids = ROLES.map((role) => [role, new Set(fleet.processes(role).map(({ pid }) => pid))] as const);
  return () => {
    const all = allProcesses();
    const bytes = (own: ReadonlySet<number>): number =>
      all.reduce((sum, { pid, rssBytes }) => sum + (own.has(pid) ? rssBytes : 0), 0);
    return Object.fromEntries(pids.map(([role, own]) => [role, bytes(own) / MIB]));
  };
};

export const sampleMemory = (fleet: Fleet): { peakMb: Record<string, number>; stop: () => void } => {
  const read = memoryByRole(fleet);
  const peakMb: Record<string, number> = {};
  const look = (): void => {
    for (const [role, mb] of Object.entries(read())) peakMb[role] = Math.max(peakMb[role] ?? 0, mb);
  };
  look();
  const timer = setInterval(look, SAMPLE_MS);
  return { peakMb, stop: () => clearInterval(timer) };
};

/** What is asked for each page. */
const TEXTS = { outputFormat: ['markdown', 'text'], jsRendering: false };

const submit = async (
  api: ApiClient,
  urls: readonly string[],
  asked: object,
): Promise<{ jobId: string; acceptMs: number }> => {
  const requests = urls.map((url) => ({ url, ...asked }));
  const body = JSON.stringify({ requests });
  const startedAt = performance.now();
  const answer = await api.send('POST', ROUTE, body);
  const acceptMs = performance.now() - startedAt;
  const { jobId } = answer.body;
  if (typeof jobId !== 'string') throw new Error(`not accepted: ${JSON.stringify(answer.body).slice(0, 500)}`);
  return { jobId, acceptMs };
};

export interface JobCounts {
  readonly status: string;
  readonly requestsCount: number;
  readonly responsesCount: number;
  readonly failedCount: number;
  readonly creditsCharged: number;
  /** Of a crawl. */
  readonly discoveredCount: number;
}

/** How often an overloaded gateway is asked again. */
const MAX_RETRIES = 100;

/** What a job says of itself; `route` is that of its calls. Asks again of a gateway that is overloaded, as a caller does. */
export const readJob = async (api: ApiClient, route: string, jobId: string): Promise<JobCounts> => {
  let { status, body } = await api.send('GET', `${route}/${jobId}`);
  for (let retries = 0; status === 503 && retries < MAX_RETRIES; retries += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ status, body } = await api.send('GET', `${route}/${jobId}`));
  }
  if (status !== 200) throw new Error(`the job's status answered ${status}`);
  // safe because the contract's own tests guard the shape
  return body['data'] as JobCounts;
};

export const untilDone = async (api: ApiClient, route: string, jobId: string): Promise<JobCounts> => {
  for (;;) {
    const counts = await readJob(api, route, jobId);
    if (counts.status === 'done') return counts;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** What the processes of a fleet use while it works on `pages` pages. */
export const measureFleet = async <T>(
  fleet: Fleet,
  pages: number,
  work: () => Promise<T>,
): Promise<Pick<JobsMeasured, 'seconds' | 'cpuMs' | 'peakMb'> & { readonly made: T }> => {
  const before = cpuByRole(fleet);
  const memory = sampleMemory(fleet);
  const startedAt = performance.now();
  try {
    const made = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const used = [...cpuByRole(fleet)].map(([role, cpuMs]) => [role, (cpuMs - (before.get(role) ?? 0)) / pages]);
    return { made, seconds, cpuMs: Object.fromEntries(used) as Record<string, number>, peakMb: memory.peakMb };
  } finally {
    memory.stop();
  }
};

const readPage = async (api: ApiClient, jobId: string, page: number): Promise<number> => {
  const startedAt = performance.now();
  const { status } = await api.send('GET', `${ROUTE}/${jobId}/results?page=${page}&limit=100`);
  if (status !== 200) throw new Error(`results answered ${status}`);
  return performance.now() - startedAt;
};

interface JobsToMeasure {
  readonly jobs: number;
  readonly perJob: number;
  readonly firstPage: number;
  /** Default: markdown and text. */
  readonly asked?: object;
}

/** Runs jobs of `perJob` pages each to their end, and measures the whole fleet. */
export const measureJobs = async (
  fleet: Fleet,
  site: string,
  { jobs, perJob, firstPage, asked = TEXTS }: JobsToMeasure,
): Promise<JobsMeasured> => {
  const api = new ApiClient(fleet);
  const items = jobs * perJob;
  const accepted: { jobId: string; acceptMs: number }[] = [];
  const { made: ends, ...used } = await measureFleet(fleet, items, async () => {
    for (let job = 0; job < jobs; job += 1) {
      const urls = Array.from({ length: perJob }, (_, index) => `${site}/p/${firstPage + job * perJob + index}`);
      accepted.push(await submit(api, urls, asked));
    }
    const counts: JobCounts[] = [];
    for (const { jobId } of accepted) counts.push(await untilDone(api, ROUTE, jobId));
    return counts;
  });
  const last = accepted.at(-1)?.jobId ?? '';
  return {
    items,
    jobs,
    acceptMs: accepted.map(({ acceptMs }) => acceptMs),
    ...used,
    failed: ends.reduce((sum, { failedCount }) => sum + failedCount, 0),
    firstPageMs: await readPage(api, last, 1),
    lastPageMs: await readPage(api, last, Math.ceil(perJob / 100)),
  };
};
