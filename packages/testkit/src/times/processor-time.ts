/** Starts a watch that tells the milliseconds of processor time used since: what else runs on the machine does not count. */
export const watchProcessor = (): (() => number) => {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
};
