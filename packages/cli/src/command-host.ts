import type { bucketOf, Config, Environment } from '@quarry/config';
import type { Outcome } from './outcome.js';

/** The standard streams, for commands that speak while they run. */
export interface CliStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves once there is room for more; false: nobody reads (any more). */
  readonly writeOut: (text: string) => Promise<boolean>;
  readonly writeErr: (text: string) => void;
  readonly isOutTerminal: boolean;
  /** Width of the terminal that standard error is; undefined when it is none. */
  readonly errColumns: () => number | undefined;
  /** Hears Ctrl-C from now on, which then no longer ends the process by itself. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly exitNow: (exitCode: number) => void;
}

export interface CliHost {
  readonly env: Environment;
  /** Such as `24.1.0`. */
  readonly nodeVersion: string;
  /** The project's folder; a relative data folder lies in it, wherever the command is called. */
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
}

/** How a command gets its settings and hands over what it leaves. */
export interface CommandHost extends CliHost {
  /** Runs with the settings, or ends with the list of what is wrong with them. */
  withConfig(run: (settings: CliSettings) => Promise<Outcome>): Promise<void>;
  finish(outcome: Outcome): void;
}
