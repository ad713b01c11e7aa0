import type { CliStreams } from '../src/command-host.js';

export interface TestStreams {
  readonly streams: CliStreams;
  readonly texts: { out: string; err: string };
  /** As Ctrl-C. */
  readonly interrupt: () => void;
}

/** Standard streams that remember; no terminal unless `errColumns` says how wide. */
export const createTestStreams = (options: { input?: string; errColumns?: number } = {}): TestStreams => {
  const texts = { out: '', err: '' };
  const listeners = new Set<() => void>();
  return {
    texts,
    interrupt: () => listeners.forEach((listener) => listener()),
    streams: {
      input: (async function* () {
        yield Buffer.from(options.input ?? '');
      })(),
      writeOut: async (text) => {
        texts.out += text;
        return true;
      },
      writeErr: (text) => {
        texts.err += text;
      },
      isOutTerminal: false,
      errColumns: () => options.errColumns,
      onInterrupt: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      exitNow: (exitCode) => {
        throw new Error(`exit with ${exitCode}`);
      },
    },
  };
};
