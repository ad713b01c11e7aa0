/**
 * Measures the longest time that this thread worked without letting others have their turn, in processor time: what else the
 * machine does makes it no longer. The function returned ends it and tells the milliseconds.
 */
export const measureLongestStep = (): (() => number) => {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    before = process.threadCpuUsage();
    timer = setImmediate(look);
  };
  let timer = setImmediate(look);
  return () => {
    clearImmediate(timer);
    return longestMs;
  };
};
