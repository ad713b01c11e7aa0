import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { CONVERTERS } from './converters.js';
import { listPages } from './pages.js';

/** Timeout of a page. */
const CAP_MS = 4_000;
/** Timeout of one library, without the warm-up. */
const LIBRARY_BUDGET_MS = 12_000;
const WARM_UP_PAGES = 12;
const WARM_UP_MS = 20_000;

interface Measured {
  readonly ms: number;
  readonly bytes: number;
  readonly isFailed: boolean;
}

interface Result {
  readonly name: string;
  readonly measured: readonly Measured[];
  readonly capped: readonly string[];
  readonly skipped: number;
}

const answerOf = (child: ChildProcess, timeoutMs: number): Promise<Measured | undefined> =>
  new Promise((resolve) => {
    const end = (answer?: Measured): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(end, timeoutMs);
    child.once('message', (answer) => {
      end(answer as Measured);
    });
    child.once('exit', () => {
      end();
    });
  });

const start = async (name: string, pages: readonly string[]): Promise<ChildProcess | undefined> => {
  const child = fork(path.join(import.meta.dirname, 'child.js'), [name, ...pages]);
  if (await answerOf(child, WARM_UP_MS)) return child;
  child.kill('SIGKILL');
  return undefined;
};

const run = async (name: string, pages: readonly string[], step: number): Promise<Result> => {
  const measured: Measured[] = [];
  const capped: string[] = [];
  const warmUp = pages.filter((_page, index) => index % step === 0);
  const started = performance.now();
  let child = await start(name, warmUp);
  // A library that does not even warm up in time is left out.
  child ??= await start(name, []);
  const isOver = (): boolean => performance.now() - started > LIBRARY_BUDGET_MS + WARM_UP_MS;
  let done = 0;
  for (const page of pages) {
    if (!child || isOver()) break;
    done += 1;
    child.send(page);
    const answer = await answerOf(child, CAP_MS);
    if (answer) measured.push(answer);
    else {
      capped.push(path.basename(page));
      child.kill('SIGKILL');
      child = await start(name, []);
    }
  }
  child?.kill('SIGKILL');
  return { name, measured, capped, skipped: pages.length - done };
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const column = (value: number | string, width: number): string =>
  (typeof value === 'number' ? value.toFixed(1) : value).padStart(width);

const line = ({ name, measured, capped, skipped }: Result): string => {
  const times = measured.map(({ ms }) => ms).sort((left, right) => left - right);
  const totalMs = times.reduce((sum, ms) => sum + ms, 0);
  const bytes = measured.reduce((sum, one) => sum + one.bytes, 0);
  const failed = measured.filter(({ isFailed }) => isFailed).length;
  const notes = [
    ...(failed > 0 ? [`failed on ${failed}`] : []),
    ...(capped.length > 0 ? [`over ${CAP_MS} ms: ${capped.join(', ')}`] : []),
    ...(skipped > 0 ? [`not reached: ${skipped}`] : []),
  ];
  const figures = [quantile(times, 0.5), totalMs / times.length, quantile(times, 0.95), bytes / 1_000 / totalMs];
  return `${name.padEnd(46)}${figures.map((figure) => column(figure, 9)).join('')}${column(`${times.length}`, 7)}  ${notes.join('; ')}`;
};

const pages = listPages();
if (pages.length === 0) {
  process.stdout.write('No pages to measure with: QUARRY_CORPUS names the folder that holds them.\n');
} else {
  const wanted = process.argv[2] ?? '';
  const step = Math.ceil(pages.length / WARM_UP_PAGES);
  process.stdout.write('CPU per page, each converter in a process of its own, warmed up; MB/s of html as served\n');
  const heads = ['median ms', 'mean ms', 'p95 ms', 'MB/s'].map((head) => column(head, 9)).join('');
  process.stdout.write(`${''.padEnd(46)}${heads}${column('pages', 7)}\n`);
  for (const name of Object.keys(CONVERTERS).filter((each) => each.includes(wanted))) {
    const result = await run(name, pages, step);
    process.stdout.write(`${line(result)}\n`);
    if (name === Object.keys(CONVERTERS)[0]) {
      const bytes = result.measured.reduce((sum, one) => sum + one.bytes, 0);
      process.stdout.write(
        `  (${result.measured.length} pages of ${(bytes / result.measured.length / 1_000).toFixed(0)} kB on average)\n`,
      );
    }
  }
}
