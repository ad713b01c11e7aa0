import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const [note, name] = process.argv.slice(2);
const answer = (failures) => writeFileSync(process.env.PROOF_RESULT, JSON.stringify({ name, failures, problems: [] }));
if (name === 'good') {
  console.log('all of it is good');
  answer(0);
}
if (name === 'meets' || name === 'met') {
  const other = note + (name === 'met' ? 'meets' : 'met');
  writeFileSync(note + name, '');
  for (let tries = 0; !existsSync(other) && tries < 400; tries += 1) await pause(20);
  answer(existsSync(other) ? 0 : 1);
}
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

const run = (minutesByName, { later, isMeasured = false, say = () => {} } = {}) => {
  const program = path.join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  const proofs = Object.fromEntries(
    Object.entries(minutesByName).map(([name, minutes]) => [name, { minutes, isMeasured }]),
  );
  return runProofs({ proofs, command: [program, noteOf()], say, later });
};

const isThere = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1][0] !== 'Z';
  } catch {
    return false;
  }
};

describe('proofs of one run', () => {
  it('are all run, whatever the results before', async () => {
    const results = await run({ bad: 1, dies: 1, good: 1 });
    expect(results.map(({ name, failures }) => [name, failures])).toEqual([
      ['bad', 1],
      ['dies', 1],
      ['good', 0],
    ]);
    expect(results[1].problems).toEqual(['it ended (SIGKILL) without a result']);
  });

  it('run two at a time, and say what each has printed when it has ended', async () => {
    const said = [];
    const results = await run({ meets: 1, met: 1, good: 1 }, { say: (line) => said.push(line) });
    expect(results.map(({ failures }) => failures)).toEqual([0, 0, 0]);
    expect(said.at(-1)).toBe('\nproof:good has ended and printed:\nall of it is good\n');
  });

  it('run alone when they measure, in their order', async () => {
    const said = [];
    await run({ good: 1, bad: 1, dies: 1 }, { isMeasured: true, say: (line) => said.push(line.trim()) });
    expect(said).toEqual(['good', 'bad', 'dies'].map((name) => `proof:${name}, at most 1 minutes`));
  });

  it('are ended with their descendants when they take too long', async () => {
    /** Comes when the proof that hangs has started all that it starts. */
    const later = (ms, end) => {
      const timer = setInterval(() => {
        if (!existsSync(noteOf()) || ms > 60_000) return;
        clearInterval(timer);
        end();
      }, 20);
      return () => clearInterval(timer);
    };
    const [hung, next] = await run({ hangs: 1, good: 2 }, { later });
    expect(hung).toMatchObject({ failures: 1, problems: ['not done after 1 minutes, ended'] });
    expect(next.failures).toBe(0);
    const child = Number(readFileSync(noteOf(), 'utf8'));
    expect(child).toBeGreaterThan(0);
    while (isThere(child)) await pause(20);
  }, 60_000);
});
