import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runProofs } from './run-proofs.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-proofs-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Stands for a proof: does what its name says. */
const PROGRAM = `
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
const [note, name] = process.argv.slice(2);
const answer = (failures) => writeFileSync(process.env.PROOF_RESULT, JSON.stringify({ name, failures, problems: [] }));
if (name === 'good') answer(0);
if (name === 'bad') answer(1);
if (name === 'dies') process.kill(process.pid, 'SIGKILL');
if (name === 'hangs') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { detached: true, stdio: 'ignore' });
  writeFileSync(note + '.new', String(child.pid));
  renameSync(note + '.new', note);
  setInterval(() => {}, 1_000);
}
`;

const noteOf = () => path.join(folder, 'child');

const run = (minutesByName, later = undefined) => {
  const program = path.join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const proofs = Object.fromEntries(Object.entries(minutesByName).map(([name, minutes]) => [name, { minutes }]));
  return runProofs({ proofs, command: [program, noteOf()], say: () => {}, later });
};

const isThere = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1][0] !== 'Z';
  } catch {
    return false;
  }
};

describe('proofs one after the other', () => {
  it('are all run, whatever became of those before', async () => {
    const results = await run({ bad: 1, dies: 1, good: 1 });
    expect(results.map(({ name, failures }) => [name, failures])).toEqual([
      ['bad', 1],
      ['dies', 1],
      ['good', 0],
    ]);
    expect(results[1].problems).toEqual(['it ended (SIGKILL) without a result']);
  });

  it('are ended with all that they have started when they take too long', async () => {
    /** Comes when the proof that hangs has started all that it starts. */
    const later = (ms, end) => {
      const timer = setInterval(() => {
        if (!existsSync(noteOf()) || ms > 60_000) return;
        clearInterval(timer);
        end();
      }, 20);
      return () => clearInterval(timer);
    };
    const [hung, next] = await run({ hangs: 1, good: 2 }, later);
    expect(hung).toMatchObject({ failures: 1, problems: ['not done after 1 minutes, ended'] });
    expect(next.failures).toBe(0);
    const child = Number(readFileSync(noteOf(), 'utf8'));
    expect(child).toBeGreaterThan(0);
    expect(isThere(child)).toBe(false);
  }, 60_000);
});
