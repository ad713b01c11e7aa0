import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** So much of the end of each log is looked through. */
const TAIL_BYTES = 262_144;
const MOST_LINES = 40;
const MOST_LINE_CHARS = 600;
/** Where the runner of the tests looks for what a failed test is told with. */
const REGISTRY = Symbol.for('quarry.test.fleets');

/** Data folders of the fleets that the tests of this process use; of a shared one with the accounts that are theirs. */
type KnownFleets = Map<string, Set<string> | undefined>;

interface Registry {
  readonly known: KnownFleets;
  /** What the runners of own fleets printed, by data folder. */
  readonly outputs: Map<string, () => string>;
  /** What ends the use of each shared fleet, by its parts. */
  readonly uses: Map<string, () => void>;
  /** For between two files of tests: the next one knows none of these fleets. */
  readonly leave: () => void;
  /** The last lines that they logged since a time. */
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

/** One for the process, however often this module is loaded. */
const registry = (): Registry => {
  const holder = globalThis as { [REGISTRY]?: Registry };
  return (holder[REGISTRY] ??= openRegistry());
};
const knownFleets = (): KnownFleets => registry().known;

/** Begins the use of a shared fleet, once for a file of tests. */
export const useFleet = async (parts: string, begin: () => Promise<() => void>): Promise<void> => {
  const { uses } = registry();
  if (uses.has(parts)) return;
  // Whoever comes meanwhile is served by the same use.
  uses.set(parts, () => undefined);
  uses.set(parts, await begin());
};

/** A fleet of the test's own. `output` is all that its runner printed. */
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

/** What is no line of the logger, such as a stack, belongs to the line before it. */
const linesSince = (name: string, text: string, sinceMs: number, accounts: Set<string> | undefined): Found[] => {
  const found: Found[] = [];
  let timeMs = 0;
  for (const line of text.split('\n')) {
    const entry = parsed(line);
    if (entry?.time !== undefined) timeMs = Date.parse(entry.time);
    // What went wrong in a fleet of the test's own is told whenever it was: it may have died before the test.
    const isTold = timeMs >= sinceMs || (accounts === undefined && entry?.level === 'error');
    if (line.trim() === '' || !isTold) continue;
    const isOwn = accounts === undefined || (entry?.accountId !== undefined && accounts.has(entry.accountId));
    const isTrouble = entry?.level === undefined || entry.level === 'error' || entry.level === 'warn';
    const isForeign = !isOwn && entry?.accountId !== undefined;
    if (isOwn || (isTrouble && !isForeign)) found.push({ timeMs, text: `${name}: ${line.slice(0, MOST_LINE_CHARS)}` });
  }
  return found;
};

/** What the runner of a fleet had to say of processes that ended; what it said again and again once, with how often. */
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
 * The last lines that each fleet of this process' tests logged since a time: those of the tests' own accounts, and warnings and
 * errors of nobody's request; before them what the runner of an own fleet warned of. For what is printed with a failed test.
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
