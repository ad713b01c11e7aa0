import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PROOFS } from './proofs.mjs';
import { ROOT } from './setup.mjs';

describe('proofs', () => {
  it.each(Object.entries(PROOFS))('%s looks through folders that have its suites', (_, { folders, files }) => {
    const areFolders = folders.map((folder) => statSync(path.join(ROOT, folder)).isDirectory());
    expect(areFolders).not.toContain(false);
    const suites = folders.flatMap((folder) => globSync(`${folder}/**/*.test.{ts,mjs}`, { cwd: ROOT }));
    expect(suites).not.toEqual([]);
    expect(suites).toEqual(expect.arrayContaining(files ?? []));
  });

  it('are those of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const named = Object.values(scripts).flatMap((script) => /proof\.mjs (\w+)$/.exec(script)?.[1] ?? []);
    expect([...new Set(named)].sort()).toEqual(Object.keys(PROOFS).sort());
  });
});
