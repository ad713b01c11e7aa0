import type { CliStreams, CommandHost } from '../command-host.js';
import { commandLineOf, type CommandLine } from '../command-line.js';
import { causeOf } from '../error-cause.js';
import { EXIT_CODES } from '../exit-codes.js';
import { failToFind } from '../fleet/find-fleet.js';
import type { FleetOptions } from '../fleet/fleet-options.js';
import { fail, succeed, type Outcome } from '../outcome.js';
import { FleetFailure, FleetSession, Interrupted, ReaderGone } from './fleet-session.js';
import { PartFileError } from './results/part-file.js';

/** A second Ctrl-C within this time is the same one, sent by both the terminal and the parent process. */
const SAME_INTERRUPT_MS = 1_000;

/** The context of every batch command. */
export interface BatchContext {
  readonly streams: CliStreams;
  readonly session: FleetSession;
  readonly commandLine: CommandLine;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly isJson: boolean;
  readonly isUnicode: boolean;
  readonly isColored: boolean;
  /** Called for each wait for the fleet. */
  tellWait: (why: string) => void;
  /** Printed after Ctrl-C: what is still running, and the command to resume. */
  afterInterrupt: string;
}

export interface BatchOptions extends FleetOptions {
  readonly json?: boolean;
}

const isUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: CommandHost['env']): boolean =>
  /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');

const describeWait = (why: string, waitMs: number): string =>
  `${why.replace(/\.$/, '')}. Trying again in ${Math.max(Math.round(waitMs / 1_000), 1)} s.`;

const toOutcome = (error: unknown, context: BatchContext): Outcome => {
  if (error instanceof Interrupted) {
    // The terminal has printed ^C on this line.
    const start = context.streams.errColumns() === undefined ? '' : '\n';
    return { exitCode: EXIT_CODES.interrupted, out: '', err: `${start}${context.afterInterrupt}\n` };
  }
  // A reader that closes the pipe (`| head`) is not a failure.
  if (error instanceof ReaderGone) return succeed('');
  if (error instanceof FleetFailure) return fail(error.message, error.exitCode);
  if (error instanceof PartFileError) return fail(error.message);
  return fail(causeOf(error));
};

/** Runs a command against the fleet it names; Ctrl-C ends its waits. Never rejects. */
export const runWithFleet = async (
  host: CommandHost,
  options: BatchOptions,
  run: (context: BatchContext) => Promise<Outcome>,
): Promise<void> => {
  const found = await host.findFleet(options);
  if (!found.ok) return host.finish(failToFind(found));
  const { streams, env } = host;
  const interrupt = new AbortController();
  let interruptedAtMs = 0;
  const forget = streams.onInterrupt(() => {
    const isAgain = interrupt.signal.aborted && performance.now() - interruptedAtMs > SAME_INTERRUPT_MS;
    if (isAgain) streams.exitNow(EXIT_CODES.interrupted);
    if (!interrupt.signal.aborted) interruptedAtMs = performance.now();
    interrupt.abort();
  });
  const context: BatchContext = {
    streams,
    commandLine: commandLineOf(host, options),
    signal: interrupt.signal,
    session: new FleetSession({
      fleet: found.fleet,
      signal: interrupt.signal,
      onWait: (why, waitMs) => context.tellWait(describeWait(why, waitMs)),
    }),
    isJson: options.json === true,
    isUnicode: isUtf8(env),
    isColored: !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    tellWait: (why) => streams.writeErr(`${why}\n`),
    afterInterrupt: 'Interrupted.',
  };
  try {
    host.finish(await run(context));
  } catch (error) {
    host.finish(toOutcome(error, context));
  } finally {
    forget();
  }
};
