/** Returns a function for the milliseconds of processor time used since: other programs of the machine do not count. */
export const watchProcessor = (): (() => number) => {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
};
