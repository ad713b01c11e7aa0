/**
 * Measures what one replica of each service carries and what each request costs in every process, on SQLite with files on disk
 * and on MongoDB's protocol with S3, and what Redis, store and file server do alone. Prints tables and writes JSON. `--quick` is
 * for trying the bench; `--out <file>` writes elsewhere.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { CapacityFigures, OperationFigures, OperationName, PartsFigures } from './figures.js';
import { embeddedParts, productionParts, type BenchParts } from './bench-parts.js';
import { SLOTS, startBenchScene, type BenchScene } from './bench-scene.js';
import { measureBatch } from './measure-batch.js';
import { measureCeilings } from './measure-ceilings.js';
import { measureIdle, measureWaiting } from './measure-idle.js';
import { measureSingle, WIDTH } from './measure-single.js';
import { printFigures } from './print-figures.js';
import { parseOptions, type RunOptions } from './run-options.js';
import type { SingleName } from './single-calls.js';

const SINGLES: readonly SingleName[] = ['page20', 'page200', 'browser', 'search', 'site'];
const GIB = 2 ** 30;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const INTERRUPTED = 130;

const measureAll = async (scene: BenchScene, options: RunOptions): Promise<PartsFigures> => {
  const idle = await measureIdle(scene, options);
  const operations: Partial<Record<OperationName, OperationFigures>> = {};
  for (const name of SINGLES) operations[name] = await measureSingle(scene, name, { idle, options });
  operations.batch20 = await measureBatch(scene, { idle, options });
  // Last: the worker stays busy with these calls.
  const waiting = await measureWaiting(scene, options);
  const { store, files } = scene.parts;
  // safe because each name has its turn above
  return { store, files, idle, waiting, operations: operations as Record<OperationName, OperationFigures> };
};

const measureParts = async (parts: BenchParts, options: RunOptions): Promise<PartsFigures> => {
  const scene = await startBenchScene(parts);
  // The fleet is another process group, which a signal to this one does not reach.
  const leave = (): void => void scene.close().finally(() => process.exit(INTERRUPTED));
  for (const signal of SIGNALS) process.once(signal, leave);
  try {
    return await measureAll(scene, options);
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
    await scene.close();
    await parts.close();
  }
};

const main = async (): Promise<void> => {
  const options = parseOptions(process.argv.slice(2));
  const startedAt = performance.now();
  const machine = {
    cores: cpus().length,
    gib: Math.round(totalmem() / GIB),
    node: process.versions.node,
    loadBefore: loadavg()[0] ?? 0,
  };
  const embedded = await measureParts(embeddedParts(), options);
  const others = await productionParts();
  const production = others === undefined ? undefined : await measureParts(others, options);
  const figures: CapacityFigures = {
    form: options.form,
    takenAt: new Date().toISOString(),
    machine,
    slots: SLOTS,
    width: WIDTH,
    parts: { embedded, ...(production === undefined ? {} : { production }) },
    ceilings: await measureCeilings(options),
  };
  mkdirSync(dirname(options.out), { recursive: true });
  writeFileSync(options.out, `${JSON.stringify(figures, undefined, 2)}\n`);
  printFigures(figures);
  const failed = Object.values(figures.parts)
    .flatMap(({ operations }) => Object.values(operations))
    .reduce((sum, operation) => sum + operation.failed, 0);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `\n${failed} requests failed; ${seconds} s; written to ${options.out}; npm run generate puts them into docs/scaling.md`,
  );
  if (production === undefined)
    console.log('No servers for MongoDB and S3 were found: the embedded parts alone were measured.');
  process.exitCode = failed > 0 ? 1 : 0;
};

await main();
