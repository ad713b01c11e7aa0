import type { Environment } from './environment.js';
import type { FoundFleet } from './fleet/find-fleet.js';
import type { FleetOptions } from './fleet/fleet-options.js';
import type { Outcome } from './outcome.js';

/** Ctrl-C or Ctrl-D at a question. */
export class AskCancelled extends Error {
  override readonly name = 'AskCancelled';
}

/** Asks a person; rejects with `AskCancelled`. Hidden: what is typed is not shown. */
export type Ask = (question: string, options?: { readonly isHidden?: boolean }) => Promise<string>;

/** The standard streams, for commands that print while they run. */
export interface CliStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Undefined if standard input is not a terminal. */
  readonly ask?: Ask | undefined;
  /** Resolves when more can be written; false: nobody reads any more. */
  readonly writeOut: (text: string) => Promise<boolean>;
  readonly writeErr: (text: string) => void;
  readonly isOutTerminal: boolean;
  /** Width of the terminal of standard output; undefined if it is not a terminal. */
  readonly outColumns: () => number | undefined;
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
  /** Of the command line. */
  readonly version: string;
  /** Such as `24.1.0`. */
  readonly nodeVersion: string;
  readonly streams: CliStreams;
}

/** How a command finds its fleet and returns its outcome. */
export interface CommandHost extends CliHost {
  /** The words of this command line, without the name of the program. */
  readonly argv: readonly string[];
  /** The deployment that options, environment and profiles name. */
  findFleet(options: FleetOptions): Promise<FoundFleet>;
  finish(outcome: Outcome): void;
}
