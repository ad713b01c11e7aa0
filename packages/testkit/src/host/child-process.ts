import type { ChildProcess } from 'node:child_process';

const POLL_MS = 25;

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Ends a process by SIGTERM, and by SIGKILL after the timeout; returns its exit code, null after a signal. */
export const stopChild = async (child: ChildProcess, timeoutMs: number): Promise<number | null> => {
  if (!isRunning(child)) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const code = await exited;
  clearTimeout(late);
  return code;
};

/** Whether an address responds with success. */
export const respondsWell = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Waits until an address responds with success; false when that takes too long, or `mayCome` says that it never will. */
export const untilReady = async (url: string, timeoutMs: number, mayCome: () => boolean): Promise<boolean> => {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await respondsWell(url))) {
    if (!mayCome() || Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
};
