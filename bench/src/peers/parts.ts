import { fleetParts } from '@quarry/testkit';
import { browserSubject, BROWSER_WIDTH, memoryLines } from './browser-subject.js';
import { figuresTable, type Figures, type Subject } from './figures.js';
import {
  batchSubject,
  sizedBatchSubject,
  syncSubject,
  WIDTH,
  withFleets,
  type SiteFleet,
  type SiteFleetOptions,
} from './fleet-subject.js';
import { measureInTurns, type Turns } from './measure-in-turns.js';
import { peerSubjects, scriptSubject } from './peer-subjects.js';

/** The site of the captured pages, and the checkouts to measure by name. */
export interface PartScene extends Turns {
  readonly port: number;
  readonly checkouts: ReadonlyMap<string, string>;
}

/** One part of the bench: measures, and returns what it has to say as Markdown. */
export type Part = (scene: PartScene) => Promise<string>;

const SIZES = (process.env['BENCH_GROWTH_SIZES'] ?? '1000,10000,50000').split(',').map(Number);
/** A page of a large batch may cost this much more than one of a small batch, and the fleet may need this much more memory. */
const MAX_GROWTH = 1.1;

/** One fleet of each checkout and kind. */
const startsOf = (
  { checkouts, port }: PartScene,
  kinds: ReadonlyMap<string, Pick<SiteFleetOptions, 'replicas'>> = new Map([['', {}]]),
): { readonly folder: string; readonly options: SiteFleetOptions }[] =>
  [...checkouts].flatMap(([checkout, folder]) =>
    [...kinds].map(([kind, options]) => ({
      folder,
      options: { ...options, name: kind === '' ? checkout : `${checkout}, ${kind}`, port },
    })),
  );

const warmUp = async (subjects: readonly Subject[], pages: number): Promise<void> => {
  for (const subject of subjects) await subject.measure(pages);
};

/** Batches and single requests of each fleet, and what else is measured beside them. */
const measureFleets = async (
  scene: PartScene,
  fleets: readonly SiteFleet[],
  others: readonly Subject[] = [],
): Promise<string> => {
  const ours = fleets.flatMap((fleet) => [batchSubject(fleet), syncSubject(fleet)]);
  await warmUp(ours, scene.pages);
  return figuresTable(await measureInTurns([...ours, ...others], scene));
};

const peers: Part = (scene) =>
  withFleets(startsOf(scene), (fleets) =>
    measureFleets(scene, fleets, peerSubjects(`http://127.0.0.1:${scene.port}`, WIDTH)),
  );

const growthLine = (name: string, runs: readonly Figures[]): string => {
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [cpu, memory] = [last.cpuMs / first.cpuMs, last.memoryMb / first.memoryMb];
  const isFlat = cpu <= MAX_GROWTH && memory <= MAX_GROWTH;
  return `${name}: the largest batch beside the smallest has ${cpu.toFixed(2)} of the CPU per page and ${memory.toFixed(2)} of the memory (${isFlat ? 'flat' : 'grows'}).`;
};

const growth: Part = (scene) =>
  withFleets(startsOf(scene), async (fleets) => {
    await warmUp(fleets.map(batchSubject), scene.pages);
    const subjects = fleets.flatMap((fleet) => SIZES.map((items) => sizedBatchSubject(fleet, items)));
    const measured = await measureInTurns(subjects, scene);
    const lines = fleets.map(({ name }) =>
      growthLine(
        name,
        [...measured].flatMap(([subject, figures]) => (subject.startsWith(`${name}, `) ? [figures] : [])),
      ),
    );
    return [figuresTable(measured), ...lines].join('\n\n');
  });

/** CPU and memory of the servers of the stores are not counted: those of the tests stand in for MongoDB and a bucket. */
const stores: Part = async (scene) => {
  const starts: Parameters<typeof withFleets>[0][number][] = [];
  for (const [checkout, folder] of scene.checkouts) {
    for (const parts of fleetParts()) {
      const name = `${checkout}, ${parts.name}`;
      // A database and a bucket of its own for each fleet.
      starts.push({ folder, options: { name, port: scene.port, env: await parts.prepare() } });
    }
  }
  return withFleets(starts, (fleets) => measureFleets(scene, fleets));
};

const TWO = { gateway: 2, 'browser-scrape': 2, 'batch-fanout': 2 };

const replicas: Part = (scene) => {
  const kinds = new Map([
    ['one of each', {}],
    ['two of each', { replicas: TWO }],
  ]);
  return withFleets(startsOf(scene, kinds), (fleets) => measureFleets(scene, fleets));
};

const browser: Part = (scene) =>
  withFleets(startsOf(scene), async (fleets) => {
    const ours = fleets.map(browserSubject);
    const site = `http://127.0.0.1:${scene.port}`;
    const bare = scriptSubject('bare puppeteer-core', { script: 'peers/browser-loop', site, width: BROWSER_WIDTH });
    await warmUp(ours, BROWSER_WIDTH);
    const measured = await measureInTurns([...ours, bare], scene);
    return [figuresTable(measured), ...memoryLines(fleets)].join('\n\n');
  });

/** What each part measures in one round of a subject unless the environment says otherwise. */
export const PARTS = {
  peers: { run: peers, rounds: 3, pages: 1_000 },
  growth: { run: growth, rounds: 1, pages: 1_000 },
  stores: { run: stores, rounds: 3, pages: 500 },
  replicas: { run: replicas, rounds: 3, pages: 1_000 },
  browser: { run: browser, rounds: 1, pages: 100 },
} satisfies Readonly<Record<string, { readonly run: Part } & Turns>>;
