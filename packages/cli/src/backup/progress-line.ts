import type { CliStreams } from '../command-host.js';

/** Pause between redraws on a terminal, and between lines in a log. */
const DRAW_EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;

/** One line on standard error with the progress of a command. */
export interface ProgressLine {
  readonly show: (text: string) => void;
  readonly end: () => void;
}

export const createProgressLine = (
  streams: CliStreams,
  nowMs: () => number = () => performance.now(),
): ProgressLine => {
  let shownAtMs = nowMs();
  let isDrawn = false;
  return {
    show: (text) => {
      const columns = streams.errColumns();
      const everyMs = columns === undefined ? LINE_EVERY_MS : DRAW_EVERY_MS;
      if (nowMs() - shownAtMs < everyMs) return;
      shownAtMs = nowMs();
      isDrawn = columns !== undefined;
      streams.writeErr(columns === undefined ? `${text}\n` : `\r\u001B[K${text.slice(0, columns - 1)}`);
    },
    end: () => {
      if (isDrawn) streams.writeErr('\r\u001B[K');
      isDrawn = false;
    },
  };
};
