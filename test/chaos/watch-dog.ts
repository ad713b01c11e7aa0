import { expect } from '@jest/globals';
import { poll, type FleetService } from '@quarry/testkit';
import type { ChaosCase } from './chaos-cases.js';
import type { ChaosScene } from './chaos-scene.js';

const HEALED_WITHIN_MS = 120_000;
const POLL_MS = 100;

const freeze = (scene: ChaosScene, service: FleetService): number => {
  const [frozen] = scene.fleet.processes(service);
  if (frozen === undefined) throw new Error(`there is no ${service}`);
  process.kill(frozen.pid, 'SIGSTOP');
  return frozen.pid;
};

const isReplaced = (scene: ChaosScene, service: FleetService, oldPid: number): Promise<boolean> => {
  const isNew = (): boolean => {
    const pids = scene.fleet.processes(service).map(({ pid }) => pid);
    return pids.length > 0 && !pids.includes(oldPid);
  };
  return poll(isNew, (isSo) => isSo, { timeoutMs: HEALED_WITHIN_MS, everyMs: POLL_MS });
};

/** A frozen process is restarted, and the fleet serves again. */
const standsStill = (service: FleetService): ChaosCase => ({
  name: service,
  cases: 1,
  run: async (scene) => {
    const before = await scene.books();
    const pid = freeze(scene, service);
    expect(await isReplaced(scene, service, pid)).toBe(true);
    expect((await scene.persist('/page/after', HEALED_WITHIN_MS)).status).toBe(200);
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(1);
    return undefined;
  },
});

export const WATCH_DOG_CASES: readonly ChaosCase[] = (['browser-scrape', 'gateway'] as const).map(standsStill);
