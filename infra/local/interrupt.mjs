import { endRunningCommands } from './run-command.mjs';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const exitNow = (signal) => {
  endRunningCommands();
  process.exit(SIGNALS[signal]);
};

let handle = exitNow;

/** Hears Ctrl-C, SIGTERM and the end of the terminal. Until somebody takes over, they end this process and its programs. */
export const watchInterrupts = () => {
  for (const signal of Object.keys(SIGNALS)) process.on(signal, () => handle(signal));
};

/** Takes the signals over. */
export const onInterrupt = (handler) => {
  handle = handler;
};
