import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is watched of a fleet. */
export interface WatchedFleet {
  readonly dataDir: string;
  processes(service?: string): readonly { readonly pid: number }[];
  output(): string;
}

/** Processes that an attack must leave running; Chromium starts and ends with its pages. */
const SERVICES = ['gateway', 'browser-scrape', 'batch-fanout', 'redis'] as const;

/** The text of every log of a fleet, by file. */
export const readLogs = ({ dataDir }: WatchedFleet): Record<string, string> => {
  const folder = join(dataDir, 'logs');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
};

const pidsOf = (fleet: WatchedFleet): Record<string, readonly number[]> =>
  Object.fromEntries(SERVICES.map((service) => [service, fleet.processes(service).map(({ pid }) => pid)]));

const UNHANDLED = /unhandled|uncaught|unexpected failure|\bat .+:\d+:\d+\)?$/im;

/** Lines of level error, and those of uncaught errors. */
const errorLines = (fleet: WatchedFleet): string[] =>
  Object.entries(readLogs(fleet)).flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => line.includes('"level":"error"') || (!line.startsWith('{') && UNHANDLED.test(line)))
      .map((line) => `${name}: ${line.slice(0, 500)}`),
  );

/** Records the running processes; returns those that have since ended, restarted or logged an error. */
export const watchFleet = (fleet: WatchedFleet) => {
  const before = pidsOf(fleet);
  const known = new Set(errorLines(fleet));
  return {
    harm: () => ({
      restarted: SERVICES.filter((service) => String(before[service]) !== String(pidsOf(fleet)[service])),
      errors: errorLines(fleet).filter((line) => !known.has(line)),
      started: fleet.output().match(/ended \(.*started again/g) ?? [],
    }),
  };
};

export const NO_HARM = { restarted: [], errors: [], started: [] } as const;
