import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes at the end of each log that are searched. */
const TAIL_BYTES = 262_144;
const MOST_LINES = 40;
const MOST_LINE_CHARS = 600;
/** Where the runner of the tests finds the logs of a failed test. */
const REGISTRY = Symbol.for('quarry.test.fleets');

/** Data folders of the fleets that the tests of this process use; for a shared one with the tests' accounts. */
type KnownFleets = Map<string, Set<string> | undefined>;

interface Registry {
  readonly known: KnownFleets;
  /** Output of the runners of own fleets, by data folder. */
  readonly outputs: Map<string, () => string>;
  /** Ends the use of each shared fleet, by its stores. */
  readonly uses: Map<string, () => void>;
  /** Called between two test files: the next one knows none of these fleets. */
  readonly leave: () => void;
  /** The last lines logged since a time. */
  readonly logsSince: (sinceMs: number) => string[];
}

const openRegistry = (): Registry => {
  const [known, uses]: [KnownFleets, Registry['uses']] = [new Map(), new Map()];
  const outputs: Registry['outputs'] = new Map();
  const leave = (): void => {
    known.clear();
    outputs.clear();
    for (const end of uses.values()) end();
    uses.clear();
  };
  return { known, outputs, uses, leave, logsSince: (sinceMs) => fleetLogsSince(sinceMs) };
};

/** One per process, even when this module is loaded more than once. */
const registry = (): Registry => {
  const holder = globalThis as { [REGISTRY]?: Registry };
  return (holder[REGISTRY] ??= openRegistry());
};
const knownFleets = (): KnownFleets => registry().known;

/** Begins the use of a shared fleet, once per test file. */
export const useFleet = async (parts: string, begin: () => Promise<() => void>): Promise<void> => {
  const { uses } = registry();
  if (uses.has(parts)) return;
  // Calls in the meantime share the same use.
  uses.set(parts, () => undefined);
  uses.set(parts, await begin());
};

/** The test's own fleet. `output` is everything its runner printed. */
export const rememberFleet = (dataDir: string, output: () => string): void => {
  knownFleets().set(dataDir, undefined);
  registry().outputs.set(dataDir, output);
};

/** An account of a fleet that other tests use too. */
export const rememberAccount = (dataDir: string, accountId: string): void => {
  const fleets = knownFleets();
  if (!fleets.has(dataDir)) fleets.set(dataDir, new Set([accountId]));
  else fleets.get(dataDir)?.add(accountId);
};

export const forgetFleet = (dataDir: string): void => {
  knownFleets().delete(dataDir);
  registry().outputs.delete(dataDir);
};

const readTail = (file: string): string => {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString();
  } finally {
    closeSync(descriptor);
  }
};

interface LogLine {
  readonly time?: string;
  readonly level?: string;
  readonly accountId?: string;
}

const parsed = (line: string): LogLine | undefined => {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
};

interface Found {
  readonly timeMs: number;
  readonly text: string;
}

/** Lines that are not the logger's, such as a stack, belong to the line before. */
const linesSince = (name: string, text: string, sinceMs: number, accounts: Set<string> | undefined): Found[] => {
  const found: Found[] = [];
  let timeMs = 0;
  for (const line of text.split('\n')) {
    const entry = parsed(line);
    if (entry?.time !== undefined) timeMs = Date.parse(entry.time);
    // Errors of an own fleet are always reported: it may have died before the test.
    const isTold = timeMs >= sinceMs || (accounts === undefined && entry?.level === 'error');
    if (line.trim() === '' || !isTold) continue;
    const isOwn = accounts === undefined || (entry?.accountId !== undefined && accounts.has(entry.accountId));
    const isTrouble = entry?.level === undefined || entry.level === 'error' || entry.level === 'warn';
    const isForeign = !isOwn && entry?.accountId !== undefined;
    if (isOwn || (isTrouble && !isForeign)) found.push({ timeMs, text: `${name}: ${line.slice(0, MOST_LINE_CHARS)}` });
  }
  return found;
};

/** Lines of a fleet's runner about processes that ended; repeated ones once, with their count. */
const runnerLines = (dataDir: string): string[] => {
  const output = registry().outputs.get(dataDir)?.() ?? '';
  const times = new Map<string, number>();
  for (const line of output.split('\n')) if (line.startsWith('  !')) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(
    ([line, count]) => `runner: ${line.trim().slice(0, MOST_LINE_CHARS)}${count > 1 ? ` (${count} times)` : ''}`,
  );
};

const logsOf = (dataDir: string): string[] => {
  try {
    return readdirSync(join(dataDir, 'logs')).filter((name) => name.endsWith('.log') && name !== 'redis.log');
  } catch {
    return [];
  }
};

/**
 * The last lines that the fleets of this process' tests logged since a time, to be printed with a failed test: lines of the tests'
 * accounts, warnings and errors without a request, and before them the warnings of an own fleet's runner.
 */
export const fleetLogsSince = (sinceMs: number): string[] =>
  [...knownFleets()].flatMap(([dataDir, accounts]) => [
    ...runnerLines(dataDir).slice(-MOST_LINES),
    ...logsOf(dataDir)
      .flatMap((name) => linesSince(name, readTail(join(dataDir, 'logs', name)), sinceMs, accounts))
      .sort((one, other) => one.timeMs - other.timeMs)
      .slice(-MOST_LINES)
      .map(({ text }) => text),
  ]);
