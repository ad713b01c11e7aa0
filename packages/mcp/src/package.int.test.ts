import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT } from '@quarry/testkit';

const FOLDER = path.join(REPOSITORY_ROOT, 'packages/mcp');

describe('the published package', () => {
  it('has our code in one file, which imports nothing but the dependencies that it names', () => {
    execFileSync(process.execPath, ['build.mjs'], { cwd: FOLDER });
    const code = readFileSync(path.join(FOLDER, 'bin/quarry-mcp.js'), 'utf8');
    const { dependencies, files, bin } = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      files: string[];
      bin: Record<string, string>;
    };
    const imported = [...code.matchAll(/(?:^import [^"]*?|\bfrom |\bimport\()"([^"]+)"/gm)].map(
      ([, name = '']) => name,
    );
    const packages = imported
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect([...new Set(packages)].sort()).toEqual(Object.keys(dependencies).sort());
    expect(Object.values(dependencies).every((version) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
    expect({ files, bin }).toEqual({ files: ['bin'], bin: { 'quarry-mcp': 'bin/quarry-mcp.js' } });
    expect(code.startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(code).not.toContain(REPOSITORY_ROOT);
  });
});
