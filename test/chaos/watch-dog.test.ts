import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startChaosScenes, type ChaosScene, type ChaosScenes } from './chaos-scene.js';

/** The runner asks every 5 s and gives up after three bad answers of 5 s each; the new process takes its time too. */
const HEALED_WITHIN_MS = 75_000;
const POLL_MS = 250;

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes.close('a process that stands still'), 90_000);

const freeze = (scene: ChaosScene, service: string): number => {
  const [frozen] = scene.fleet.processes(service);
  if (frozen === undefined) throw new Error(`there is no ${service}`);
  process.kill(frozen.pid, 'SIGSTOP');
  return frozen.pid;
};

const isReplaced = async (scene: ChaosScene, service: string, oldPid: number): Promise<boolean> => {
  const giveUpAt = Date.now() + HEALED_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    const pids = scene.fleet.processes(service).map(({ pid }) => pid);
    if (pids.length > 0 && !pids.includes(oldPid)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
};

describe('a process that stands still', () => {
  it.each(['browser-scrape', 'gateway'])(
    '%s is ended and started anew, and the fleet serves again',
    (service) =>
      scenes.round(async (scene) => {
        const before = await scene.books();
        const pid = freeze(scene, service);
        expect(await isReplaced(scene, service, pid)).toBe(true);
        expect((await scene.persist('/page/after', 30_000)).status).toBe(200);
        const after = await scene.books();
        expect(after.period.charged - before.period.charged).toBe(1);
      }),
    240_000,
  );
});
