const MOST_WARM_UP = 200;

/** Runs a peer's loop once to warm up and once measured, prints pages per second, CPU per page and the most memory, and ends the process. */
export const measurePeer = async (
  pages: number,
  run: (first: number, pages: number) => Promise<void>,
  cleanUp: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const warmUp = Math.min(MOST_WARM_UP, pages);
  await run(0, warmUp);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await run(warmUp, pages);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1_000 / pages;
  const rssMb = process.resourceUsage().maxRSS / 1_024;
  console.log(JSON.stringify({ perSecond: pages / seconds, cpuMs, rssMb }));
  await cleanUp();
  process.exit(0);
};
