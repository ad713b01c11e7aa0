import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectBalanced } from '../../test/conformance/store-scene.js';
import { SOURCE_HOOK } from '../../test/sqlite/source-hook.js';
import type { HoldReport } from '../../test/mongo/store-process.child.js';
import { createMongoDatabase } from '../../test/mongo/mongo-database.js';

const PROCESSES = 4;
const CHILD = new URL('../../test/mongo/store-process.child.ts', import.meta.url);
const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

const nextReport = async (child: ChildProcess): Promise<HoldReport> => {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The child ended early with ${String(code)}.`);
  });
  gone.catch(() => undefined);
  return ((await Promise.race([once(child, 'message'), gone])) as [HoldReport])[0];
};

describeWithServer(`several processes on one MongoDB${suite}`, () => {
  it('open a new database together and give 100 credits to exactly 100 of 200 holds', async () => {
    const database = createMongoDatabase(uri ?? '');
    children = Array.from({ length: PROCESSES }, () =>
      fork(CHILD, [uri ?? '', database.name], { execArgv: ['--import', SOURCE_HOOK] }),
    );
    await Promise.all(children.map(nextReport));
    const store = await database.open();
    const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
    const { id: accountId } = await store.accounts.create({ name: 'Acme', plan, concurrency: 1 });
    const tallies = children.map(nextReport);
    for (const child of children) child.send({ accountId, count: 200 / PROCESSES });
    const sum = { admitted: 0, exhausted: 0 };
    for (const tally of await Promise.all(tallies)) {
      if (tally.kind !== 'tally') throw new Error(`Unexpected report: ${tally.kind}`);
      sum.admitted += tally.admitted;
      sum.exhausted += tally.exhausted;
    }
    expect(sum).toEqual({ admitted: 100, exhausted: 100 });
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 100, available: 0 });
    await expectBalanced(store, accountId);
    await database.drop();
  });
});
