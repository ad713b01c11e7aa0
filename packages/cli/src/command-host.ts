import type { bucketOf, Config, Environment } from '@quarry/config';
import type { Outcome } from './outcome.js';

/** The standard streams, for commands that print while they run. */
export interface CliStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when more can be written; false: nobody reads any more. */
  readonly writeOut: (text: string) => Promise<boolean>;
  readonly writeErr: (text: string) => void;
  readonly isOutTerminal: boolean;
  /** Width of the terminal of standard error; undefined if it is not a terminal. */
  readonly errColumns: () => number | undefined;
  /** Handles Ctrl-C, which then no longer ends the process. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly exitNow: (exitCode: number) => void;
}

export interface CliHost {
  readonly env: Environment;
  /** How the caller has called the command line, such as `npm run -s quarry --`; printed commands begin with it. */
  readonly command: string;
  /** Of Quarry. */
  readonly version: string;
  /** Such as `24.1.0`. */
  readonly nodeVersion: string;
  /** The project's folder; relative data folders are relative to it. */
  readonly rootDir: string;
  readonly streams: CliStreams;
}

export interface CliSettings {
  /** Absolute. */
  readonly dataDir: string;
  readonly mongodbUri: string | undefined;
  /** Undefined: files are in the data folder. */
  readonly bucket: ReturnType<typeof bucketOf>;
  readonly secret: string | undefined;
  readonly client: Config<'client'>['client'];
  /** Public address of the console. */
  readonly consoleUrl: string;
}

/** How a command gets its settings and returns its outcome. */
export interface CommandHost extends CliHost {
  /** Runs with the settings, or fails with the list of their problems. */
  withConfig(run: (settings: CliSettings) => Promise<Outcome>): Promise<void>;
  finish(outcome: Outcome): void;
}
