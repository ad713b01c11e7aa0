import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../fleet/start-fleet.js';
import { stopChild, untilReady } from '../host/child-process.js';
import { freePort } from '../host/free-port.js';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 10_000;

type Labels = Readonly<Record<string, string>>;
/** Seconds since 1970, and a number as text. */
type Sample = readonly [number, string];

/** The current value of an expression. */
export interface Reading {
  readonly metric: Labels;
  readonly value: Sample;
}

/** The values of an expression over time. */
export interface Course {
  readonly metric: Labels;
  readonly values: readonly Sample[];
}

export interface Alert {
  readonly labels: Labels;
  readonly state: 'pending' | 'firing';
}

/** The test's own Prometheus. Refused queries reject with its message. */
export interface Prometheus {
  readonly url: string;
  /** The current value of an expression, which is a vector. */
  query(expression: string): Promise<readonly Reading[]>;
  /** The values since `sinceMs`, one each second. */
  queryRange(expression: string, sinceMs: number): Promise<readonly Course[]>;
  /** Alerts that are pending or firing now. */
  alerts(): Promise<readonly Alert[]>;
  close(): Promise<void>;
}

export interface PrometheusOptions {
  /** The program. */
  readonly program: string;
  /** prometheus.yml, which names rule files as `rules/<name>`. */
  readonly config: string;
  /** Rule files by their names. */
  readonly rules: Readonly<Record<string, string>>;
}

const ask = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  // safe because the API of Prometheus responds with this
  const body = (await answer.json()) as { status: string; error?: string; data: T };
  if (body.status !== 'success') throw new Error(body.error ?? `answered ${answer.status}`);
  return body.data;
};

const writeFiles = async (folder: string, { config, rules }: PrometheusOptions): Promise<void> => {
  await mkdir(join(folder, 'rules'));
  await writeFile(join(folder, 'prometheus.yml'), config);
  for (const [name, text] of Object.entries(rules)) await writeFile(join(folder, 'rules', name), text);
};

/** Starts Prometheus on a free port of loopback in a temporary folder, behind the guard that ends it with this process. */
export const startPrometheus = async (options: PrometheusOptions): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-prometheus-'));
  await writeFiles(folder, options);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    process.execPath,
    [
      join(REPOSITORY_ROOT, 'infra/local/host/guard.mjs'),
      join(folder, 'process.json'),
      options.program,
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' }, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => void (output = (output + chunk.toString()).slice(-10_000)));
  child.stdin.on('error', () => undefined);
  const close = async (): Promise<void> => {
    await stopChild(child, STOP_TIMEOUT_MS);
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://${address}`;
  if (!(await untilReady(`${url}/-/ready`, READY_TIMEOUT_MS, () => child.exitCode === null))) {
    await close();
    throw new Error(`prometheus did not start:\n${output}`);
  }
  const api = `${url}/api/v1`;
  return {
    url,
    query: async (expression) =>
      (await ask<{ result: Reading[] }>(`${api}/query?${new URLSearchParams({ query: expression }).toString()}`))
        .result,
    queryRange: async (expression, sinceMs) => {
      const range = { start: String(sinceMs / 1_000), end: String(Date.now() / 1_000), step: '1' };
      const query = new URLSearchParams({ query: expression, ...range }).toString();
      return (await ask<{ result: Course[] }>(`${api}/query_range?${query}`)).result;
    },
    alerts: async () => (await ask<{ alerts: Alert[] }>(`${api}/alerts`)).alerts,
    close,
  };
};
