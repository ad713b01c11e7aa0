import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { withFolder } from '../test/run-built-cli.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Makes a program take the Node that runs it for another one. */
const pretend = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

/** Runs the built entry file with nothing beside it: whatever it imports of ours fails. */
const runAlone = (version: string) =>
  withFolder(async (folder) => {
    const main = join(folder, 'main.js');
    await copyFile(MAIN, main);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    return spawnSync(execPath, ['--import', pretend(version), main, 'doctor'], { encoding: 'utf8', env: {} });
  });

describe('quarry under an old Node', () => {
  it.each(['18.20.8', '20.19.0', '22.0.0', '22.11.9'])('%s says so in one line and loads nothing', async (version) => {
    const { status, stdout, stderr } = await runAlone(version);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^quarry: Node [\d.]+ is too old; use 22\.12 or newer[^\n]*\n$/);
    expect(stderr).toContain(version);
  });

  it.each(['22.12.0', '24.0.0', '100.1.0'])('%s is new enough', async (version) => {
    const { stderr } = await runAlone(version);
    expect(stderr).not.toContain('too old');
    expect(stderr).toContain('run-cli.js');
  });
});
