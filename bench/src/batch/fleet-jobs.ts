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

export const sampleMemory = (fleet: Fleet): { peakMb: Record<string, number>; stop: () => void } => {
  const pids = new Map(ROLES.map((role) => [role, new Set(fleet.processes(role).map(({ pid }) => pid))]));
  const peakMb: Record<string, number> = {};
  const look = (): void => {
    const all = allProcesses();
    for (const [role, own] of pids) {
      const mb = all.filter(({ pid }) => own.has(pid)).reduce((sum, { rssBytes }) => sum + rssBytes, 0) / MIB;
      peakMb[role] = Math.max(peakMb[role] ?? 0, mb);
    }
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

interface Counts {
  readonly status: string;
  readonly failedCount: number;
}

const untilDone = async (api: ApiClient, jobId: string): Promise<Counts> => {
  for (;;) {
    const answer = await api.send('GET', `${ROUTE}/${jobId}`);
    // safe because the contract's own tests guard the shape
    const counts = answer.body['data'] as Counts;
    if (counts.status === 'done') return counts;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
  const before = cpuByRole(fleet);
  const memory = sampleMemory(fleet);
  const startedAt = performance.now();
  const accepted: { jobId: string; acceptMs: number }[] = [];
  for (let job = 0; job < jobs; job += 1) {
    const urls = Array.from({ length: perJob }, (_, index) => `${site}/p/${firstPage + job * perJob + index}`);
    accepted.push(await submit(api, urls, asked));
  }
  const ends: Counts[] = [];
  for (const { jobId } of accepted) ends.push(await untilDone(api, jobId));
  const seconds = (performance.now() - startedAt) / 1_000;
  memory.stop();
  const after = cpuByRole(fleet);
  const last = accepted.at(-1)?.jobId ?? '';
  return {
    items,
    jobs,
    acceptMs: accepted.map(({ acceptMs }) => acceptMs),
    seconds,
    failed: ends.reduce((sum, { failedCount }) => sum + failedCount, 0),
    cpuMs: Object.fromEntries(ROLES.map((role) => [role, ((after.get(role) ?? 0) - (before.get(role) ?? 0)) / items])),
    peakMb: memory.peakMb,
    firstPageMs: await readPage(api, last, 1),
    lastPageMs: await readPage(api, last, Math.ceil(perJob / 100)),
  };
};
