import { watchInterrupts } from './interrupt.mjs';
import { Failure, tailOf } from './run-command.mjs';

/** A step that takes longer than this is named before it ends, where lines cannot be overwritten. */
const ANNOUNCE_AFTER_MS = 2_000;

export const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Short lines about what happens. `out` is a writable stream; nothing is written when it is undefined. */
export const createProgress = (out) => {
  const isTerminal = out?.isTTY === true;
  const line = (text) => out?.write(`${text}\n`);
  return {
    line,
    /** Runs `work` and says how long it took. `work` may return a text that is shown beside the label. */
    async step(label, work) {
      const startedAt = performance.now();
      if (isTerminal) out.write(`  … ${label}`);
      const timer = isTerminal ? undefined : setTimeout(() => line(`  … ${label}`), ANNOUNCE_AFTER_MS);
      const end = (mark, detail) =>
        line(
          `${isTerminal ? '\r\u001b[K' : ''}  ${mark} ${label}${detail ? `: ${detail}` : ''} (${seconds(performance.now() - startedAt)})`,
        );
      try {
        const result = await work();
        end('✓', typeof result === 'string' ? result : '');
        return result;
      } catch (error) {
        end('✗', '');
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** Says what went wrong: one line and the end of the log for an expected failure, all of it for a bug. */
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
