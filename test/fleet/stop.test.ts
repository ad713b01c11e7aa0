import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_MS = 120_000;
const STOP_MS = 60_000;
const TEST_MS = START_MS + STOP_MS + 30_000;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarry-stop-'));
});
afterEach(async () => {
  // Only what a failed test has left.
  for (const { pid } of processes()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  await sleep(100);
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (): NodeJS.ProcessEnv => ({ ...env, QUARRY_DATA: dataDir, PORT: '0', NODE_OPTIONS: '' });

interface Noted {
  readonly pid: number;
}

const readLock = (): { holder: Noted; details: { processes?: readonly Noted[] } } | undefined => {
  const file = join(dataDir, 'runner.lock');
  // safe because the runner writes it whole
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readLock>) : undefined;
};

const processes = (): readonly Noted[] => {
  const lock = readLock();
  return lock ? [lock.holder, ...(lock.details.processes ?? [])] : [];
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

const until = async (condition: () => boolean, withinMs: number, what: string): Promise<void> => {
  const endsAtMs = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > endsAtMs) throw new Error(`not in time: ${what}\n${log()}`);
    await sleep(100);
  }
};

const log = (): string => {
  const file = join(dataDir, 'npm.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** `npm start &` of a shell script, whose background jobs begin with SIGINT ignored; returns the pid of npm. */
const startInBackground = async (): Promise<number> => {
  const script = 'npm start >"$0" 2>&1 </dev/null & echo $!';
  const pid = Number(
    execFileSync('sh', ['-c', script, join(dataDir, 'npm.log')], { cwd: ROOT, env: settings(), encoding: 'utf8' }),
  );
  await until(() => existsSync(join(dataDir, 'demo.json')) || !isAlive(pid), START_MS, 'the start');
  return pid;
};

describe('a fleet in the background', () => {
  it(
    'is ended as a whole by a SIGINT to npm',
    async () => {
      const npm = await startInBackground();
      const started = processes();
      expect(started.length).toBeGreaterThan(5);
      process.kill(npm, 'SIGINT');
      await until(() => ![{ pid: npm }, ...started].some(({ pid }) => isAlive(pid)), STOP_MS, 'the stop');
      expect(log()).toMatch(/Stopping\nStopped\n$/);
      expect(readLock()).toBeUndefined();
    },
    TEST_MS,
  );

  it(
    'says where health and metrics are, and is ended by quarry stop',
    async () => {
      const npm = await startInBackground();
      const started = processes();
      const addresses = [...log().matchAll(/^ {4}(\S+) +(http:\/\/127\.0\.0\.1:\d+)$/gm)];
      expect(addresses.map(([, name]) => name)).toEqual(
        expect.arrayContaining(['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout']),
      );
      for (const [, , url] of addresses) {
        for (const path of ['healthz', 'readyz', 'metrics']) expect((await fetch(`${url}/${path}`)).status).toBe(200);
      }
      const command = /or: (npm run .* stop)$/m.exec(log())?.[1] ?? '';
      const stopped = spawnSync('sh', ['-c', command], { cwd: ROOT, env: settings(), encoding: 'utf8' });
      expect(stopped).toMatchObject({ status: 0, stdout: '' });
      expect(stopped.stderr).toContain(`stopped the fleet on ${dataDir} at http://127.0.0.1:`);
      await until(() => ![{ pid: npm }, ...started].some(({ pid }) => isAlive(pid)), STOP_MS, 'the stop');
    },
    TEST_MS,
  );

  it('names all wrong settings at once, and starts nothing', () => {
    const wrong = { PORT: 'http', SLOTS: 'many', LOG_LEVEL: 'loud', HEALTH_CHECK_MS: 'x' };
    const { status, stderr } = spawnSync('npm', ['start'], {
      cwd: ROOT,
      env: { ...settings(), ...wrong },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('4 settings are not valid, and nothing was started:');
    for (const name of Object.keys(wrong)) expect(stderr).toMatch(new RegExp(`^ {2}${name} is "`, 'm'));
    expect(readLock()).toBeUndefined();
  });
});
