import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../fleet/start-fleet.js';
import { freePort } from '../host/free-port.js';

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 50;
const ANSWER_TIMEOUT_MS = 10_000;

type Labels = Readonly<Record<string, string>>;
/** Seconds since 1970, and a number as text. */
type Sample = readonly [number, string];

/** What one expression is now. */
export interface Reading {
  readonly metric: Labels;
  readonly value: Sample;
}

/** What one expression was over some time. */
export interface Course {
  readonly metric: Labels;
  readonly values: readonly Sample[];
}

export interface Alert {
  readonly labels: Labels;
  readonly state: 'pending' | 'firing';
}

/** A Prometheus of the test's own. What it refuses rejects with its own words. */
export interface Prometheus {
  readonly url: string;
  /** Asks for the value of an expression now, which is a vector. */
  query(expression: string): Promise<readonly Reading[]>;
  /** Asks for the values since `sinceMs`, one each second. */
  queryRange(expression: string, sinceMs: number): Promise<readonly Course[]>;
  /** Alerts that are pending or fire now. */
  alerts(): Promise<readonly Alert[]>;
  close(): Promise<void>;
}

export interface PrometheusOptions {
  /** The program. */
  readonly program: string;
  /** prometheus.yml. Rule files are named in it as `rules/<name>`. */
  readonly config: string;
  /** Rule files by their names. */
  readonly rules: Readonly<Record<string, string>>;
}

const ask = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  // safe because this is what the API of Prometheus answers
  const body = (await answer.json()) as { status: string; error?: string; data: T };
  if (body.status !== 'success') throw new Error(body.error ?? `answered ${answer.status}`);
  return body.data;
};

const writeFiles = async (folder: string, { config, rules }: PrometheusOptions): Promise<void> => {
  await mkdir(join(folder, 'rules'));
  await writeFile(join(folder, 'prometheus.yml'), config);
  for (const [name, text] of Object.entries(rules)) await writeFile(join(folder, 'rules', name), text);
};

/** Starts Prometheus on a free port of the loopback, behind the guard that ends it with this process, in a temporary folder. */
export const startPrometheus = async (options: PrometheusOptions): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-prometheus-'));
  await writeFiles(folder, options);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    process.execPath,
    [
      join(REPOSITORY_ROOT, 'infra/local/guard.mjs'),
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
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(late);
    await rm(folder, { recursive: true, force: true });
  };
  const isReady = (): Promise<boolean> =>
    fetch(`http://${address}/-/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await close();
      throw new Error(`prometheus did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const url = `http://${address}`;
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
