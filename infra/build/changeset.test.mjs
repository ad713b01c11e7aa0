import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand, runOrFail } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';

const PUBLISHED = ['client', 'mcp', 'contracts'];
const TEST_MS = 120_000;
const PROGRAM = path.join(ROOT, 'infra/build/changeset.mjs');

let folder;
const at = (name) => path.join(folder, name);
const changeset = (...args) => runCommand(process.execPath, [PROGRAM, ...args], { cwd: folder });
const git = (...args) =>
  runOrFail('git failed', 'git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], { cwd: folder });

/** A project with our settings and published packages, on a branch off `main`. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-changeset-'));
  // Without the changesets that wait for the next release.
  mkdirSync(at('.changeset'));
  cpSync(path.join(ROOT, '.changeset/config.json'), at('.changeset/config.json'));
  cpSync(path.join(ROOT, 'pnpm-workspace.yaml'), at('pnpm-workspace.yaml'));
  writeFileSync(at('package.json'), '{"name":"quarry","private":true}');
  for (const name of PUBLISHED) {
    mkdirSync(at(`packages/${name}`), { recursive: true });
    cpSync(path.join(ROOT, 'packages', name, 'package.json'), at(`packages/${name}/package.json`));
  }
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-q', '-m', 'Begin');
  await git('switch', '-q', '-c', 'work');
}, TEST_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run changeset', () => {
  it(
    'names a published package that has changed without a changeset',
    async () => {
      writeFileSync(at('packages/client/README.md'), '# Changed');
      await git('add', '.');
      await git('commit', '-q', '-m', 'Change');
      const { code, output } = await changeset('status');
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('changeset') });
    },
    TEST_MS,
  );

  it(
    'says what is released next',
    async () => {
      writeFileSync(at('.changeset/slate.md'), "---\n'quarry-client': minor\n---\n\nReads slate.\n");
      await git('add', '.');
      await git('commit', '-q', '-m', 'Say it');
      const { code, output } = await changeset('status');
      expect(output).toMatch(/minor\s+- quarry-client/);
      expect(output).not.toContain('@quarry/contracts');
      expect(code).toBe(0);
      expect(JSON.parse(readFileSync(at('packages/client/package.json'), 'utf8')).version).toBe('0.1.0');
    },
    TEST_MS,
  );
});
