import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { treeMemoryBytes } from './tree-memory.js';

const MIB = 1_048_576;
const NO_PROCESS = 2 ** 22 + 1;
const HOLDER = `const held = Buffer.alloc(120 * ${MIB}, 1); process.send('held'); setInterval(() => held, 1000);`;

describe('treeMemoryBytes', () => {
  it('counts a process with its children', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(HOLDER)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child.on('message', () => process.send(child.pid)); process.on('disconnect', () => { child.kill(); process.exit(); });`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const [childPid] = (await once(parent, 'message')) as [number];
    const [whole, child] = [await treeMemoryBytes(parent.pid), await treeMemoryBytes(childPid)];
    parent.disconnect();
    await once(parent, 'exit');
    expect(child).toBeGreaterThan(120 * MIB);
    expect(whole).toBeGreaterThan(child);
    expect(whole).toBeLessThan(child + 150 * MIB);
  });

  it('counts this process and is nothing for one that is not there', async () => {
    expect(await treeMemoryBytes()).toBeGreaterThan(20 * MIB);
    expect(await treeMemoryBytes(NO_PROCESS)).toBe(0);
  });
});
