type Clock = Pick<typeof process, 'cpuUsage'> & Partial<Pick<typeof process, 'threadCpuUsage'>>;

/**
 * Processor time of this thread, in ms. Bounds on work use it: a busy machine makes a document slow, not costly. Older Nodes, for
 * which the command line is published too, know the time of the whole process only.
 */
export const processorMs = (): number => {
  const clock: Clock = process;
  const { user, system } = clock.threadCpuUsage?.() ?? clock.cpuUsage();
  return (user + system) / 1_000;
};
