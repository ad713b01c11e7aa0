import type { Logger } from './logs/logger.js';
import { startWatchDog } from './watch-dog.js';

/** Files of a service are accessible only to its user. */
const PRIVATE_UMASK = 0o077;

/** The part of `process` that a service's life needs. */
export interface ServiceProcess {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  exit(code: number): void;
  readonly stdin: { on(event: string, listener: () => void): unknown; resume(): unknown };
}

export interface RunServiceOptions {
  /** Builds and starts everything; the returned `close` ends it in order. */
  readonly start: () => Promise<{ close(): Promise<void> }>;
  readonly log: Logger;
  /** Longest time of `close` in milliseconds; after it the process exits with 1. */
  readonly graceMs: number;
  /** True if a parent process holds our standard input open: its end means that the parent is gone. */
  readonly parentPipe: boolean;
  /** Such as `gateway`; written in the last log line if the event loop is stuck. */
  readonly service?: string;
  /** How long the event loop may be blocked, in milliseconds. Default: `LOOP_STUCK_AFTER_MS`. */
  readonly loopStuckAfterMs?: number;
  /** Default: this process. */
  readonly host?: ServiceProcess;
}

/**
 * Runs a service until SIGTERM, SIGINT, the end of the parent's pipe or an uncaught failure. Closes exactly once; a second signal
 * exits at once. Exit code: 0 after a requested, clean end; `LOOP_STUCK_EXIT_CODE` if the event loop was stuck; else 1.
 */
export const runService = async (options: RunServiceOptions): Promise<void> => {
  const { log } = options;
  const host = options.host ?? process;
  let isStopping = false;
  // Only for this process: another host is a test's.
  if (options.host === undefined) process.umask(PRIVATE_UMASK);
  if (options.host === undefined) startWatchDog({ service: options.service, stuckAfterMs: options.loopStuckAfterMs });
  const starting = Promise.resolve().then(options.start);

  // A stop during the start waits for it, so that nothing half-built is left; the grace time bounds both.
  const closeAll = async (exitCode: number): Promise<void> => {
    const timer = setTimeout(() => {
      log.error('did not close in time', { graceMs: options.graceMs });
      host.exit(1);
    }, options.graceMs);
    try {
      await (await starting).close();
      host.exit(exitCode);
    } catch (error) {
      log.error('could not close', { error });
      host.exit(1);
    } finally {
      clearTimeout(timer);
    }
  };
  const stop = (reason: string, exitCode: number): void => {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping', { reason });
    void closeAll(exitCode);
  };
  const onSignal = (name: string) => (): void => {
    if (isStopping) host.exit(1);
    else stop(name, 0);
  };
  const onFailure =
    (kind: string) =>
    (error: unknown): void => {
      log.error(kind, { error });
      // The state after an unexpected failure is unknown, and an exit at any line is safe for queue and store.
      host.exit(1);
    };

  host.on('SIGTERM', onSignal('SIGTERM'));
  host.on('SIGINT', onSignal('SIGINT'));
  host.on('uncaughtException', onFailure('uncaught exception'));
  host.on('unhandledRejection', onFailure('unhandled rejection'));
  if (options.parentPipe) {
    for (const event of ['end', 'close', 'error']) host.stdin.on(event, () => stop('parent gone', 0));
    host.stdin.resume();
  }
  try {
    await starting;
    if (!isStopping) log.info('started');
  } catch (error) {
    log.error('could not start', { error });
    host.exit(1);
  }
};

/** For a part that cannot recover: throws an uncaught error, which is logged and ends the process with 1, so that it is restarted. */
export const endProcess = (error: Error): void => {
  setImmediate(() => {
    throw error;
  });
};
