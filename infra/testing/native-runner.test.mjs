import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../local/host/run-command.mjs';

const CONFIG = fileURLToPath(new URL('fixtures/native-runner/jest.config.mjs', import.meta.url));
const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

let code;
let report;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-runner-'));
  const file = path.join(folder, 'report.json');
  ({ code } = await runCommand(process.execPath, [JEST, '--config', CONFIG, '--json', `--outputFile=${file}`]));
  report = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
}, 60_000);

const fileNamed = (part) => report.testResults.find(({ name }) => name.includes(part));
const ends = (part) =>
  Object.fromEntries(fileNamed(part).assertionResults.map(({ fullName, status }) => [fullName, status]));
const reasonOf = (title) =>
  fileNamed('outcomes')
    .assertionResults.find((one) => one.title === title)
    .failureMessages.join('\n');

describe('the native runner', () => {
  it('fails every failing test, whatever the way, and no other', () => {
    expect(code).toBe(1);
    expect(ends('outcomes')).toEqual({
      passes: 'passed',
      'fails by an assertion': 'failed',
      'fails by a rejection nobody handles': 'failed',
      'fails by an exception of a timer': 'failed',
      'fails by its time limit': 'failed',
      'fails without the assertions it promised': 'failed',
      'passes when a rejection is handled late': 'passed',
      'is skipped': 'pending',
      'after a failed beforeAll fails': 'failed',
      'what is left behind is the next file’s business': 'passed',
    });
  });

  it('says why', () => {
    expect(reasonOf('fails by an assertion')).toMatch(/- Expected[\s\S]*"a": 2/);
    expect(reasonOf('fails by a rejection nobody handles')).toContain('nobody hears me');
    expect(reasonOf('fails by an exception of a timer')).toContain('thrown by a timer');
    expect(reasonOf('fails by its time limit')).toContain('Exceeded timeout of 50 ms');
    expect(reasonOf('fails')).toContain('no scene');
  });

  it('gives the next file the environment, umask and timers that the last one found', () => {
    expect(ends('restored')).toEqual({ 'finds environment, umask and timers as they were': 'passed' });
  });

  it('reports a file that ended its process as failed', () => {
    expect(fileNamed('z-crash')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ended with code 3'),
    });
  });
});
