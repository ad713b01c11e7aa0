import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Entry } from './entry.js';
import { findFaults, ownAddress } from './find-faults.js';
import { LISTS } from './list/index.js';
import { SERVICE } from './list/service.js';
import { EntryRun, keyOf, keyOfService, paramsOf } from './run-entries.js';
import { startSpecScene, type SpecScene } from './spec-scene.js';

let scene: SpecScene | undefined;
let run: EntryRun;

beforeAll(async () => {
  scene = await startSpecScene();
  run = new EntryRun(scene);
  await run.run(LISTS);
  await run.runService(SERVICE);
}, 180_000);

afterAll(async () => {
  await scene?.close();
}, 60_000);

const nameOf = ({ rows, rule }: Pick<Entry, 'rows' | 'rule'>): string => `${rows.join(', ')} ${rule}`;

describe.each([...Map.groupBy(LISTS, ({ table }) => table)])('%s', (_table, lists) => {
  const cases = lists.flatMap((list) => list.entries.map((entry) => ({ name: nameOf(entry), list, entry })));
  it.each(cases)('$name', ({ list, entry }) => {
    expect(findFaults(entry.seen, run.results.get(keyOf(list, entry)))).toEqual([]);
    const { address } = entry.seen;
    if (address) expect(ownAddress(list.operation, paramsOf(list, entry))).toMatch(address);
  });
});

describe.each([...Map.groupBy(SERVICE, ({ table }) => table)])('%s of the service', (_table, entries) => {
  it.each(entries.map((entry) => ({ name: nameOf(entry), entry })))('$name', ({ entry }) => {
    expect(findFaults(entry.seen, run.results.get(keyOfService(entry)))).toEqual([]);
  });
});
