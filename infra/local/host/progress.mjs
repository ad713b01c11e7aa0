import { watchInterrupts } from './interrupt.mjs';
import { Failure, tailOf } from './run-command.mjs';

/** A step that takes longer is announced before it ends. */
const ANNOUNCE_AFTER_MS = 1_500;

export const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Prints short lines about steps, which may run at the same time. */
export const createProgress = (out) => {
  const line = (text) => out.write(`${text}\n`);
  return {
    line,
    /** Runs `work` and prints how long it took; a step that is not needed is marked as left out when it fails. */
    async step(label, work, { isNeeded = true } = {}) {
      const startedAt = performance.now();
      const timer = setTimeout(() => line(`  … ${label}`), ANNOUNCE_AFTER_MS);
      const end = (mark) => line(`  ${mark} ${label} (${seconds(performance.now() - startedAt)})`);
      try {
        const result = await work();
        end('✓');
        return result;
      } catch (error) {
        end(isNeeded ? '✗' : '!');
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** The text of an error: one line and the end of the log for a `Failure`, the stack for a bug. */
export const describeFailure = (error) => {
  if (!(error instanceof Failure)) return error?.stack ?? String(error);
  return `\n✗ ${error.message}${error.log ? `\n${tailOf(error.log)}` : ''}`;
};

/** Runs a script's main function; its number is the exit code. */
export const runMain = async (main) => {
  watchInterrupts();
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(describeFailure(error));
    process.exitCode = 1;
  }
};
