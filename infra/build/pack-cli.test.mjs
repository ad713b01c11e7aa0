import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findProgram } from '../local/host/programs.mjs';
import { writePackage } from './pack-cli.mjs';

/** What may be in the installed command line: our parts of a caller, and four libraries. */
const ALLOWED =
  /^(packages\/(cli|contracts|webhooks)\/dist\/|node_modules\/\.pnpm\/(commander|zod|css-what|string-width|strip-ansi|ansi-regex|get-east-asian-width)@)/;

let folder;
let sources;
let bin;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-package-'));
  sources = await writePackage(path.join(folder, 'package'));
  bin = path.join(folder, 'path');
  mkdirSync(bin);
  symlinkSync(path.join(folder, 'package/bin/quarry.js'), path.join(bin, 'quarry'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program, args) =>
  spawnSync(program, args, {
    encoding: 'utf8',
    cwd: bin,
    env: { PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(':'), HOME: folder },
  });

describe('the package of the command line', () => {
  it('holds the commands of everyone, and nothing that opens a store or parses a page', () => {
    expect(sources.filter((file) => !ALLOWED.test(file))).toEqual([]);
    expect(
      sources.filter((file) => /cli\/dist\/(backup|demo|offline|operator|run-cli\.js|fleet\/stop)/.test(file)),
    ).toEqual([]);
    expect(readdirSync(path.join(folder, 'package')).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'package.json']);
    const { stdout } = run('quarry', ['--help']);
    expect(stdout).toMatch(/^ {2}login /m);
    expect(stdout).not.toMatch(/^ {2}(account|backup|key|stop|user) /m);
  });

  it('answers --version with one file', () => {
    const alone = path.join(folder, 'alone');
    mkdirSync(path.join(alone, 'bin'), { recursive: true });
    for (const file of ['package.json', 'bin/quarry.js']) {
      cpSync(path.join(folder, 'package', file), path.join(alone, file));
    }
    const { stdout, status } = run(process.execPath, [path.join(alone, 'bin/quarry.js'), '--version']);
    expect({ stdout, status }).toEqual({ stdout: '0.1.0\n', status: 0 });
  });
});

/** Words of a command line and what a shell offers for the last one; the folder has one file, `quarry`. */
const LINES = [
  [['enginea', 'serp', '--gl', 'us'], ['us']],
  [['batch', 'submit', ''], ['quarry']],
];

const bashOf = (words) =>
  `COMP_WORDS=(quarry ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
compopt() { COMPREPLY=(quarry); }
_quarry; echo "\${COMPREPLY[*]}"`;
const zshOf = (words) =>
  `words=(quarry ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; PREFIX='${words.at(-1)}'
found=(); _quarry; print -r -- $found`;
const fishOf = (words) => `complete -C "quarry ${words.join(' ')}" | string split -f 1 \\t | string join ' '`;

/** Each loads the script as its user does and completes; what zsh shows it with is replaced by what prints it. */
const SHELLS = {
  bash: ['source <(quarry completion bash)', bashOf],
  zsh: [
    `compdef() { :; }; _describe() { found+=("\${(@)candidates%%:*}"); }; _files() { found+=(quarry); }; source <(quarry completion zsh)`,
    zshOf,
  ],
  fish: ['quarry completion fish | source', fishOf],
};

describe.each(Object.entries(SHELLS))('completion in %s', (shell, [load, scriptOf]) => {
  const program = findProgram({ names: [shell], env: process.env });
  const test = program ? it : it.skip;

  test('offers commands, values and files', () => {
    const script = [load, ...LINES.map(([words]) => scriptOf(words))].join('\n');
    const { stdout, stderr } = run(program, ['-c', script]);
    expect(stderr).toBe('');
    const offered = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').filter(Boolean).sort());
    expect(offered).toEqual(LINES.map(([, expected]) => [...expected].sort()));
  });
});
