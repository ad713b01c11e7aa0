import type { CliStreams } from '../../command-host.js';
import { percentOf, renderPlain, renderScreen, type Progress } from './render-progress.js';

/** Pause between log lines while something changes, and while nothing does. */
const LINE_EVERY_MS = 5_000;
const STILL_LINE_EVERY_MS = 60_000;

/** Shows the progress of jobs. */
export interface ProgressView {
  readonly show: (progress: Progress) => void;
  /** Leaves the last state on the screen; later output comes below. */
  readonly end: () => void;
}

export interface ViewStyle {
  readonly isUnicode: boolean;
  readonly isColored: boolean;
}

/** Redraws lines of a terminal. */
const createScreenView = (streams: CliStreams, style: ViewStyle): ProgressView => {
  let drawn = 0;
  return {
    show: (progress) => {
      const lines = renderScreen(progress, { ...style, columns: streams.errColumns() ?? 80 });
      const up = drawn > 0 ? `\u001B[${drawn}A` : '';
      streams.writeErr(`${up}\r\u001B[J${lines.map((line) => `${line}\n`).join('')}`);
      drawn = lines.length;
    },
    end: () => {
      drawn = 0;
    },
  };
};

/** Prints a log line from time to time. */
const createLogView = (streams: CliStreams, nowMs: () => number): ProgressView => {
  let shown: { line: string; ended: number; atMs: number } | undefined;
  let latest: Progress | undefined;
  const write = ({ trouble, ...progress }: Progress): void => {
    const line = trouble ?? renderPlain({ trouble, ...progress });
    if (line !== shown?.line) streams.writeErr(`${line}\n`);
    shown = { line, ended: progress.ended, atMs: nowMs() };
  };
  return {
    show: (progress) => {
      latest = progress;
      const isStill = progress.ended === shown?.ended;
      const isDue = !shown || nowMs() - shown.atMs >= (isStill ? STILL_LINE_EVERY_MS : LINE_EVERY_MS);
      if (isDue || progress.trouble !== undefined) write(progress);
    },
    end: () => {
      if (latest) write({ ...latest, trouble: undefined });
    },
  };
};

/** One JSON object per change, for programs. */
const createJsonView = (streams: CliStreams): ProgressView => {
  let last = '';
  return {
    show: (progress) => {
      const { failures, isPending, perSecond = null, trouble = null, targetStatuses, ...counts } = progress;
      const seen = {
        event: 'progress',
        percent: progress.discovered === undefined ? percentOf(progress) : null,
        ...counts,
        isPending,
        failures: Object.fromEntries(failures.map(({ reason, count }) => [reason, count])),
        statusCodes: Object.fromEntries(targetStatuses.map(({ statusCode, count }) => [statusCode, count])),
        trouble,
      };
      const line = JSON.stringify(seen);
      if (line === last) return;
      last = line;
      void streams.writeOut(`${JSON.stringify({ ...seen, perSecond })}\n`);
    },
    end: () => undefined,
  };
};

export const createProgressView = (
  streams: CliStreams,
  options: ViewStyle & { isJson: boolean; nowMs?: () => number },
): ProgressView => {
  if (options.isJson) return createJsonView(streams);
  return streams.errColumns() === undefined
    ? createLogView(streams, options.nowMs ?? (() => performance.now()))
    : createScreenView(streams, options);
};
