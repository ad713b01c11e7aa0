import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const DIGEST_CHARS = 10;

export interface ProcessDescription {
  readonly service: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAtMs: number;
  /** Digest of the file that was started: a bundle names what it shares with others by their digests. Empty if it cannot be read. */
  readonly build: string;
  /** Of this process alone. */
  readonly memoryBytes: number;
}

const digestOf = (path: string | undefined): string => {
  if (path === undefined) return '';
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, DIGEST_CHARS);
  } catch {
    return '';
  }
};

/** What operators are told of this process. The code is read once, now, so an update on disk does not change what it is called. */
export const createProcessDescription = (service: string, path = process.argv[1]): (() => ProcessDescription) => {
  const fixed = {
    ...{ service, host: hostname().slice(0, 128), pid: process.pid },
    startedAtMs: Math.round(performance.timeOrigin),
    build: digestOf(path),
  };
  return () => ({ ...fixed, memoryBytes: process.memoryUsage.rss() });
};
