import { endRunningCommands } from './run-command.mjs';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const exitNow = (signal) => {
  endRunningCommands();
  process.exit(SIGNALS[signal]);
};

let handle = exitNow;

/** Handles Ctrl-C, SIGTERM and the end of the terminal. By default they end this process and its programs. */
export const watchInterrupts = () => {
  for (const signal of Object.keys(SIGNALS)) process.on(signal, () => handle(signal));
};

/** Replaces the handler of these signals. */
export const onInterrupt = (handler) => {
  handle = handler;
};
