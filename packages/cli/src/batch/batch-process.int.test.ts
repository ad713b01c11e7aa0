import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { withFolder } from '../../test/run-built-cli.js';
import { endAtEachLook, KEY, withScriptedFleet, type ScriptedFleet } from '../../test/scripted-fleet.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command; `whenAsked` is told of each call that the fleet answered. */
const run = (
  fleet: ScriptedFleet,
  args: readonly string[],
  given: {
    input?: string;
    isOutLeft?: boolean;
    whenAsked?: (path: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(execPath, [MAIN, 'batch', ...args], {
      env: { PATH: env['PATH'] ?? '', QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: KEY },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.out += text;
      if (given.isOutLeft) child.stdout.destroy();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    child.stdin.on('error', () => undefined).end(given.input ?? '');
    endAtEachLook(fleet, 1_000);
    const endItems = fleet.afterAnswer;
    fleet.afterAnswer = (asked) => {
      endItems(asked);
      given.whenAsked?.(asked.path, (signal) => child.kill(signal));
    };
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...texts }));
  });

/** Several processes, one after another, on a machine that may have much else to do. */
const PROCESSES_TIMEOUT_MS = 120_000;

describe('quarry batch as a process', () => {
  it(
    'is carried on after Ctrl-C and after a kill: one job, every result once',
    () =>
      withFolder((folder) =>
        withScriptedFleet(async (fleet) => {
          const out = join(folder, 'results.ndjson');
          const input = Array.from({ length: 6_000 }, (_, index) => `https://a.example/${index}\n`).join('');
          const file = join(folder, 'urls.txt');
          await writeFile(file, input);
          const args = ['submit', file, '--follow', '--out', out];

          const interrupted = await run(fleet, args, {
            whenAsked: (path, kill) => {
              if (!path.includes('page=2&')) return;
              // The terminal tells the whole group, and a process above may pass it on.
              kill('SIGINT');
              kill('SIGINT');
            },
          });
          const [job] = fleet.jobs;
          expect(interrupted.code).toBe(130);
          expect(interrupted.out).toBe(`${job?.id}\n`);
          expect(interrupted.err).toContain(`quarry batch results ${job?.id} --follow --out ${out}\n`);

          const killed = await run(fleet, ['results', job?.id ?? '', '--follow', '--out', out], {
            whenAsked: (path, kill) => path.includes('page=4&') && kill('SIGKILL'),
          });
          expect(killed.signal).toBe('SIGKILL');

          const whole = await run(fleet, ['submit', '-', '--follow', '--out', out], { input });
          expect(whole.code).toBe(0);
          expect(fleet.jobs).toHaveLength(1);
          const ids = (text: string): string[] =>
            text
              .trim()
              .split('\n')
              .map((line) => (JSON.parse(line) as { result: { id: string } }).result.id);
          expect(ids(await readFile(out, 'utf8'))).toEqual(
            (job?.rows as { result: { id: string } }[]).map(({ result }) => result.id),
          );
        }),
      ),
    PROCESSES_TIMEOUT_MS,
  );

  it(
    'prints results until nobody reads them any more, which is no failure',
    () =>
      withScriptedFleet(async (fleet) => {
        const job = fleet.addJob(Array.from({ length: 5_000 }, (_, index) => ({ url: `https://a.example/${index}` })));
        fleet.end(job, 5_000);
        const whole = await run(fleet, ['results', job.id]);
        expect({ code: whole.code, err: whole.err, lines: whole.out.split('\n').length }).toEqual({
          code: 0,
          err: '',
          lines: 5_001,
        });
        const some = await run(fleet, ['results', job.id], { isOutLeft: true });
        expect(some).toMatchObject({ code: 0, err: '' });
      }),
    PROCESSES_TIMEOUT_MS,
  );
});
