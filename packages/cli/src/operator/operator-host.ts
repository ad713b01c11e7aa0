import type { bucketOf } from '@quarry/config';
import type { CommandHost } from '../command-host.js';
import type { Outcome } from '../outcome.js';

/** The settings of the deployment that this machine runs. */
export interface OperatorSettings {
  /** Absolute. */
  readonly dataDir: string;
  readonly mongodbUri: string | undefined;
  /** Undefined: files are in the data folder. */
  readonly bucket: ReturnType<typeof bucketOf>;
  readonly secret: string | undefined;
  /** Public address of the console. */
  readonly consoleUrl: string;
}

/** What the commands of the project's own command line have besides. */
export interface OperatorHost extends CommandHost {
  /** The project's folder; relative data folders are relative to it. */
  readonly rootDir: string;
  /** Runs with the settings, or fails with the list of their problems. */
  withConfig(run: (settings: OperatorSettings) => Promise<Outcome>): Promise<void>;
}
