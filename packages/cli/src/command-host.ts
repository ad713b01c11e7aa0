import type { Config, Environment } from '@quarry/config';
import type { Outcome } from './outcome.js';

export interface CliHost {
  readonly env: Environment;
  /** Such as `24.1.0`. */
  readonly nodeVersion: string;
  /** The project's folder; a relative data folder lies in it, wherever the command is called. */
  readonly rootDir: string;
}

export interface CliSettings {
  /** Absolute. */
  readonly dataDir: string;
  readonly mongodbUri: string | undefined;
  readonly client: Config<'client'>['client'];
}

/** How a command gets its settings and hands over what it leaves. */
export interface CommandHost extends CliHost {
  /** Runs with the settings, or ends with the list of what is wrong with them. */
  withConfig(run: (settings: CliSettings) => Promise<Outcome>): Promise<void>;
  finish(outcome: Outcome): void;
}
