import type { Ask, CliStreams } from '../src/command-host.js';

export interface TestStreams {
  readonly streams: CliStreams;
  readonly texts: { out: string; err: string };
  /** As Ctrl-C. */
  readonly interrupt: () => void;
}

export interface TestTerminal {
  readonly input?: string;
  readonly errColumns?: number;
  /** Standard output is a terminal of this width. */
  readonly outColumns?: number;
  /** Answers what is asked; standard input is a terminal. */
  readonly ask?: Ask;
}

/** Standard streams that remember; no terminals unless `options` has them. */
export const createTestStreams = (options: TestTerminal = {}): TestStreams => {
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
      ask: options.ask,
      isOutTerminal: options.outColumns !== undefined,
      outColumns: () => options.outColumns,
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
