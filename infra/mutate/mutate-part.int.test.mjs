import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mutatePart } from './mutate-part.mjs';

const SOURCE = `export const isGrown = (age: number): boolean => age >= 18;
export const NAMES: readonly string[] = ['one'];
export const countTo = (end: number): number => {
  let at = 0;
  while (at < end) at += 1;
  return at;
};
export const forgotten = (): boolean => true;
`;
const TEST = `import { expect, it } from '@jest/globals';
import { countTo, isGrown, NAMES } from './sample.js';
it('knows who is grown', () => expect([isGrown(20), isGrown(10)]).toEqual([true, false]));
it('has a name', () => expect(NAMES).toEqual(['one']));
it('counts', () => expect(countTo(3)).toBe(3));
`;

let folder;
let mutants;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-mutants-'));
  writeFileSync(path.join(folder, 'sample.ts'), SOURCE);
  writeFileSync(path.join(folder, 'sample.test.ts'), TEST);
  mutants = await mutatePart({
    root: folder,
    node: process.execPath,
    env: process.env,
    part: { sources: ['sample.ts'], tests: ['sample.test.ts'], lines: { 'sample.ts': /grown|age|NAMES|at|true/ } },
    folder: path.join(folder, 'instrumented'),
    processes: 1,
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fateOf = (before, after) => mutants.find((mutant) => mutant.before === before && mutant.after === after);

describe('a mutant', () => {
  it('is killed by the test that fails with it, named with it', () => {
    expect(fateOf('age >= 18', 'true')).toMatchObject({
      status: 'killed',
      by: 'knows who is grown',
      line: 1,
      column: 50,
    });
  });

  it('survives where no test notices it', () => {
    expect(fateOf('age >= 18', 'age > 18')).toMatchObject({ status: 'survived' });
  });

  it('is active while modules are loaded', () => {
    expect(fateOf("['one']", '[]')).toMatchObject({ status: 'killed', by: 'has a name' });
    expect(fateOf("'one'", '""')).toMatchObject({ status: 'killed' });
  });

  it('that loops without end is stopped', () => {
    expect(fateOf('at += 1', 'at -= 1')).toMatchObject({ status: 'timeout' });
  });

  it('that no test reaches is reported as such', () => {
    expect(fateOf('true', 'false')).toMatchObject({ status: 'uncovered', line: 8 });
  });
});
