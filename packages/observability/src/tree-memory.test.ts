import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createTreeMemory, REREAD_AFTER_LOOKS } from './tree-memory.js';

const MIB = 1_048_576;
const NO_PROCESS = 2 ** 22 + 1;
const HOLDER = `const held = Buffer.alloc(120 * ${MIB}, 1); process.send('held'); setInterval(() => held, 1000);`;

describe('createTreeMemory', () => {
  const treeMemoryBytes = async (rootPid: number): Promise<number> => createTreeMemory({ rootPid })();

  it('counts a process with its children', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(HOLDER)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.on('message', () => process.send(child.pid)); process.on('disconnect', () => { child.kill(); process.exit(); });`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [childPid] = (await once(parent, 'message')) as [number];
    const [whole, child] = [await treeMemoryBytes(parent.pid ?? 0), await treeMemoryBytes(childPid)];
    parent.disconnect();
    await once(parent, 'exit');
    expect(child).toBeGreaterThan(120 * MIB);
    expect(whole).toBeGreaterThan(child);
    expect(whole).toBeLessThan(child + 150 * MIB);
  });

  it('counts this process and is nothing for one that is not there', async () => {
    expect(await createTreeMemory()()).toBeGreaterThan(20 * MIB);
    expect(await treeMemoryBytes(NO_PROCESS)).toBe(0);
  });

  it('asks for the parent of a process once, and again after some looks', async () => {
    const asked: number[] = [];
    const look = createTreeMemory({
      parentOf: async (pid) => {
        asked.push(pid);
        return 0;
      },
    });
    const timesAsked = (): number => asked.filter((pid) => pid === process.pid).length;
    for (let looks = 1; looks < REREAD_AFTER_LOOKS; looks += 1) await look();
    expect(timesAsked()).toBe(1);
    await look();
    expect(timesAsked()).toBe(2);
  });

  it('counts a child that was started after the first look, and no longer once it ended', async () => {
    const look = createTreeMemory();
    await look();
    const child = spawn(process.execPath, ['-e', HOLDER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(child, 'message');
    const alone = await createTreeMemory({ rootPid: child.pid ?? 0 })();
    const [before, whole] = [await look(), alone];
    child.kill();
    await once(child, 'exit');
    const after = await look();
    expect(whole).toBeGreaterThan(120 * MIB);
    expect(before - after).toBeGreaterThan(100 * MIB);
  });
});
