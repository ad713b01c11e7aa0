import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  buildInputs,
  installInputs,
  isStamped,
  readStamps,
  takeStamp,
  webInputs,
  workspaceFolders,
  writeStamp,
} from './stamps.mjs';

let root;
const put = (file, content = '{}') => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-stamps-'));
  put('package.json');
  put('pnpm-lock.yaml', 'lock');
  put('packages/a/package.json');
  put('packages/a/tsconfig.build.json');
  put('packages/a/src/deep/one.ts', 'one');
  put('packages/a/src/one.test.ts');
  put('packages/a/src/fixtures/page.json');
  put('packages/a/dist/one.js');
  put('packages/no-package/readme.txt');
  put('services/b/package.json');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const stamp = (name, files) => writeStamp(root, name, takeStamp(root, files));

describe('the inputs of a setup', () => {
  it('are the packages and the lock file for an installation', () => {
    expect(workspaceFolders(root)).toEqual(['packages/a', 'services/b']);
    expect(installInputs(root)).toEqual([
      'package.json',
      'pnpm-lock.yaml',
      'packages/a/package.json',
      'services/b/package.json',
    ]);
  });

  it('are the sources without tests for a build', () => {
    expect(buildInputs(root)).toEqual([
      'pnpm-lock.yaml',
      'packages/a/package.json',
      'packages/a/tsconfig.build.json',
      'packages/a/src/deep/one.ts',
      'services/b/package.json',
    ]);
  });

  it('are all files of the web app without tests for the console', () => {
    put('services/console/package.json');
    put('services/console/web/index.html');
    put('services/console/web/src/page.tsx');
    put('services/console/web/src/page.test.ts');
    put('packages/contracts/src/rules.ts');
    expect(webInputs(root)).toEqual([
      'pnpm-lock.yaml',
      'services/console/package.json',
      'services/console/web/index.html',
      'services/console/web/src/page.tsx',
      'packages/contracts/src/rules.ts',
    ]);
    expect(buildInputs(root)).not.toContain('services/console/web/src/page.tsx');
  });
});

describe('isStamped', () => {
  it('is false until the work was done, and then true', () => {
    expect(isStamped(root, 'build', buildInputs(root))).toBe(false);
    stamp('build', buildInputs(root));
    expect(isStamped(root, 'build', buildInputs(root))).toBe(true);
    expect(isStamped(root, 'install', installInputs(root))).toBe(false);
  });

  it.each([
    ['a changed file', () => put('packages/a/src/deep/one.ts', 'two')],
    ['a new file', () => put('packages/a/src/two.ts')],
    ['a removed file', () => rmSync(path.join(root, 'packages/a/src/deep/one.ts'))],
    ['a broken stamp file', () => put('.toolchain/stamps.json', '{')],
  ])('is false after %s', (_, change) => {
    stamp('build', buildInputs(root));
    change();
    expect(isStamped(root, 'build', buildInputs(root))).toBe(false);
  });

  it('is true for the same content with another time, and remembers that time', () => {
    stamp('build', buildInputs(root));
    const before = readStamps(root).build;
    utimesSync(path.join(root, 'packages/a/src/deep/one.ts'), 1, 1);
    expect(isStamped(root, 'build', buildInputs(root))).toBe(true);
    expect(readStamps(root).build).not.toEqual(before);
    expect(readStamps(root).build.content).toBe(before.content);
  });

  it('is false for what changed while the work was done', () => {
    const taken = takeStamp(root, buildInputs(root));
    put('packages/a/src/deep/one.ts', 'changed in between');
    writeStamp(root, 'build', taken);
    expect(isStamped(root, 'build', buildInputs(root))).toBe(false);
  });
});
