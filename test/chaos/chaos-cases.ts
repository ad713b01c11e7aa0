import { fleetParts, proofSize, recordProof } from '@quarry/testkit';
import { startChaosScene, type ChaosScene } from './chaos-scene.js';

/** One thing that is broken, and what must hold after it. */
export interface ChaosCase {
  readonly name: string;
  /** What a proof counts: calls, where the case is about calls. */
  readonly cases: number;
  /** Returns the number of cases where it is known only afterwards. */
  run(scene: ChaosScene): Promise<number | undefined>;
}

/** One scene for each kind of stores that this machine has. */
export interface ChaosScenes {
  /**
   * Runs the cases of each scene one after the other, and the scenes at the same time: faults are mostly waited for. Records a
   * line of the proof for each scene. Throws the first failure, with the names of its case and its stores.
   */
  prove(name: string, casesOf: (scene: ChaosScene) => readonly ChaosCase[]): Promise<void>;
  /**
   * The same for cases that do not depend on the stores: the short form runs each on one kind of stores, the long form all on
   * all, several times.
   */
  proveDealt(name: string, cases: readonly ChaosCase[], rounds?: number): Promise<void>;
  close(): Promise<void>;
}

const runCase = async (one: ChaosCase, scene: ChaosScene): Promise<number> => {
  try {
    return (await one.run(scene)) ?? one.cases;
  } catch (error) {
    if (error instanceof Error) error.message = `${one.name}, on ${scene.name}: ${error.message}`;
    throw error;
  }
};

const proveOn = async (scene: ChaosScene, name: string, cases: readonly ChaosCase[]): Promise<void> => {
  const startedAt = Date.now();
  const tally = { cases: 0, failures: 0 };
  const errors: unknown[] = [];
  for (const one of cases) {
    try {
      tally.cases += await runCase(one, scene);
    } catch (error) {
      tally.cases += one.cases;
      tally.failures += 1;
      errors.push(error);
    }
  }
  recordProof({ name: `${name}, ${scene.name}`, ...tally, seconds: (Date.now() - startedAt) / 1_000 });
  if (errors.length > 0) throw errors[0];
};

const repeat = <T>(values: readonly T[], times: number): T[] => Array.from({ length: times }, () => values).flat();

/** Distributes cases that do not depend on the stores. */
export const deal = <T>(values: readonly T[], index: number, hands: number): T[] =>
  values.filter((_, place) => place % hands === index);

const endAll = async (scenes: readonly ChaosScene[]): Promise<void> => {
  await Promise.all(scenes.map((scene) => scene.close()));
};

const startAll = async (): Promise<ChaosScene[]> => {
  const started = await Promise.allSettled(fleetParts().map(startChaosScene));
  const scenes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed === undefined) return scenes;
  await endAll(scenes);
  throw failed.reason;
};

export const startChaosScenes = async (): Promise<ChaosScenes> => {
  const scenes = await startAll();
  const prove: ChaosScenes['prove'] = async (name, casesOf) => {
    const results = await Promise.allSettled(scenes.map((scene) => proveOn(scene, name, casesOf(scene))));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  return {
    prove,
    proveDealt: (name, cases, rounds = 1) =>
      prove(name, (scene) =>
        proofSize(1, 0) === 1 ? deal(cases, scenes.indexOf(scene), scenes.length) : repeat(cases, rounds),
      ),
    close: () => endAll(scenes),
  };
};
