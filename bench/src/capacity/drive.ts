import type { Ceiling } from '../scaling-model/figures.js';
import { pidsByPort, sampleCpu } from './process-figures.js';

/** Runs `once` over and over, `width` at a time, and relates what came through to the CPU of the server on `port`. */
export const drive = async (
  port: number,
  { durationMs, width }: { durationMs: number; width: number },
  once: (lane: number, turn: number) => Promise<unknown>,
): Promise<Ceiling> => {
  const groups = new Map([['redis', pidsByPort(port)] as const]);
  const cpuOf = (): number => sampleCpu(groups).cpuMs.get('redis') ?? 0;
  const run = async (forMs: number): Promise<number> => {
    const endsAt = performance.now() + forMs;
    let done = 0;
    const lane = async (number: number): Promise<void> => {
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        await once(number, turn);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: width }, (_, number) => lane(number)));
    return done;
  };
  await run(durationMs / 4);
  const [cpuBefore, startedAt] = [cpuOf(), performance.now()];
  const done = await run(durationMs);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = (cpuOf() - cpuBefore) / 1_000;
  return { perSecond: done / seconds, perServerCpuSecond: cpuSeconds === 0 ? 0 : done / cpuSeconds };
};
