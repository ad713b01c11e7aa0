import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { absentNeeds, PROOF_SUITE, PROOFS, suitesOf } from './proofs.mjs';
import { ROOT } from '../setup/setup.mjs';

const read = (name) => readFileSync(path.join(ROOT, name), 'utf8');
const ofSuites = Object.entries(PROOFS).filter(([, { paths }]) => paths);

describe('proofs', () => {
  it.each(ofSuites)('%s finds suites in each of its paths', (_, { paths }) => {
    expect(paths.filter((name) => suitesOf({ paths: [name] }).length === 0)).toEqual([]);
  });

  it('have a command each, and existing programs', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = Object.entries(scripts).filter(([name]) => name.startsWith('proof:'));
    expect(commands).toEqual(
      Object.keys(PROOFS).map((name) => [`proof:${name}`, `node infra/local/proof/proof.mjs ${name}`]),
    );
    const programs = Object.values(PROOFS).flatMap(({ script }) => script ?? []);
    for (const script of programs) expect(read(script)).toContain('runMain');
  });

  it('run every suite that has a long form, or is one', () => {
    const suites = globSync('{packages,services,bench,test}/**/*.test.{ts,mjs}', {
      cwd: ROOT,
      exclude: (name) => name === 'node_modules' || name === 'dist',
    });
    const isLong = (name) => PROOF_SUITE.test(name) || /proofSize\(|\.PROOF\b|\['PROOF'\]/.test(read(name));
    const proven = new Set(ofSuites.flatMap(([, proof]) => suitesOf(proof)));
    expect(suites.filter((name) => isLong(name) && !proven.has(name))).toEqual([]);
  });

  it('are listed in docs/reliability.md', () => {
    const told = [...read('docs/reliability.md').matchAll(/^\| `proof:(\w+)` \|/gm)].map(([, name]) => name);
    expect(told).toEqual(Object.keys(PROOFS));
  });

  it('are left out where a program or the rights for them are missing', () => {
    const needs = { programs: ['no-such-program'], isForRoot: true };
    expect(absentNeeds(needs, { env: { PATH: '' }, uid: 1_000 })).toEqual([
      'no-such-program on the PATH',
      'the rights of root',
    ]);
    expect(absentNeeds({ isForRoot: true }, { env: {}, uid: 0 })).toEqual([]);
  });
});
