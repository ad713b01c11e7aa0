import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { findFreePorts } from './local-ports.mjs';

const THREE = { first: 19_301, last: 19_303 };
const FINDER = `
const { findFreePorts } = await import(${JSON.stringify(new URL('local-ports.mjs', import.meta.url).href)});
console.log(JSON.stringify(await findFreePorts(3, '127.0.0.1', ${JSON.stringify(THREE)}).catch(String)));
process.stdin.resume();
`;

const startFinder = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', FINDER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  return {
    found: JSON.parse(said),
    end: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};

describe('free ports', () => {
  it('are given once while their finder lives, and again when it is gone', async () => {
    const first = await startFinder();
    const second = await startFinder();
    expect(first.found.sort()).toEqual([19_301, 19_302, 19_303]);
    expect(second.found).toBe('Error: found no free port from 19301 to 19303');
    await expect(findFreePorts(1, '127.0.0.1', THREE)).rejects.toThrow('no free port');
    await Promise.all([first.end(), second.end()]);
    const third = await startFinder();
    expect(third.found.sort()).toEqual([19_301, 19_302, 19_303]);
    await third.end();
  });
});
