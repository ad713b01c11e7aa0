import { runLoad, type LoadResult } from '../load.js';
import type { IdleFigures, OperationFigures } from './figures.js';
import type { BenchScene } from './bench-scene.js';
import { measureOperation, type LoadSeen } from './measure-operation.js';
import type { RunOptions } from './run-options.js';
import { SINGLE_CALLS, type SingleName } from './single-calls.js';

/** Calls at a time: twice the slots of a replica, or its pages in Chromium, so that it always has work. */
export const WIDTH = 32;
const BROWSER_WIDTH = 8;
const STEPS = 20;
const MANY = Number.MAX_SAFE_INTEGER;

/** From lowest to highest, in equal steps. */
const quantiles = (sorted: readonly number[]): number[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => sorted[Math.round(((sorted.length - 1) * step) / STEPS)] ?? 0);

const seenBy = ({ requests, failed, perSecond, p50Ms, p99Ms, answerBytes }: LoadResult): LoadSeen => ({
  ...{ requests, failed, perSecond, p50Ms, p99Ms, answerBytes },
});

/** Warm-up, some calls one at a time, then the measured load of a kind of single request. */
export const measureSingle = async (
  scene: BenchScene,
  name: SingleName,
  { idle, options }: { idle: IdleFigures; options: RunOptions },
): Promise<OperationFigures> => {
  const { warmUpMs, aloneMs, measuredMs } = options;
  const width = name === 'browser' ? BROWSER_WIDTH : WIDTH;
  const account = await scene.account();
  const call = SINGLE_CALLS[name](scene, account);
  const run = (durationMs: number, atOnce: number): Promise<LoadResult> =>
    runLoad({ ...call, durationMs, width: atOnce, requests: MANY });
  await run(warmUpMs, width);
  const alone = await run(aloneMs, 1);
  return measureOperation(scene, account, {
    idle,
    aloneMs: quantiles(alone.latenciesMs),
    targetBytes: scene.targetBytes[name] ?? 0,
    load: async () => seenBy(await run(measuredMs, width)),
  });
};
