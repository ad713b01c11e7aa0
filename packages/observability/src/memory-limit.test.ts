import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readMemoryLimit, type MemoryLimitOptions } from './memory-limit.js';

const GIB = 2 ** 30;
const TOTAL = 16 * GIB;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
};
const read = (options: MemoryLimitOptions = {}) => readMemoryLimit({ root, totalBytes: TOTAL, ...options });

describe('readMemoryLimit, version 2', () => {
  it('reads the limit of its own group', () => {
    write({ 'proc/self/cgroup': '0::/system.slice/quarry.service\n' });
    write({ 'sys/fs/cgroup/system.slice/quarry.service/memory.max': `${2 * GIB}\n` });
    expect(read()).toEqual({ limitBytes: 2 * GIB, source: 'cgroup' });
  });

  it('takes the lowest on the way up', () => {
    write({ 'proc/self/cgroup': '0::/a/b/c\n' });
    write({ 'sys/fs/cgroup/a/b/c/memory.max': 'max\n', 'sys/fs/cgroup/a/b/memory.max': `${3 * GIB}\n` });
    write({ 'sys/fs/cgroup/a/memory.max': `${GIB}\n` });
    expect(read()).toEqual({ limitBytes: GIB, source: 'cgroup' });
  });

  it('reads the root of the mount inside of a container', () => {
    write({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': '536870912\n' });
    expect(read()).toEqual({ limitBytes: 536_870_912, source: 'cgroup' });
  });

  it('reads the root of the mount when the group has the name it bears on the host', () => {
    write({ 'proc/self/cgroup': '0::/kubepods/pod1/x\n', 'sys/fs/cgroup/memory.max': '536870912\n' });
    expect(read()).toEqual({ limitBytes: 536_870_912, source: 'cgroup' });
  });

  it('reads a tree mounted beside version 1', () => {
    write({ 'proc/self/cgroup': '4:memory:/\n0::/a\n', 'sys/fs/cgroup/unified/a/memory.max': `${GIB}` });
    expect(read()).toEqual({ limitBytes: GIB, source: 'cgroup' });
  });

  it('takes no step out of the tree for a group above the mount', () => {
    write({
      'proc/self/cgroup': '0::/../../outside\n',
      'sys/fs/cgroup/memory.max': `${GIB}`,
      'outside/memory.max': '1',
    });
    expect(read().limitBytes).toBe(GIB);
  });
});

describe('readMemoryLimit, version 1', () => {
  it('reads the limit of its own group', () => {
    write({ 'proc/self/cgroup': '9:name=systemd:/\n4:cpu,memory:/docker/abc\n' });
    write({ 'sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes': `${4 * GIB}\n` });
    expect(read()).toEqual({ limitBytes: 4 * GIB, source: 'cgroup' });
  });

  it('takes the number that means no limit for none', () => {
    write({ 'proc/self/cgroup': '4:memory:/\n' });
    write({ 'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n' });
    expect(read()).toEqual({ limitBytes: TOTAL, source: 'machine' });
  });
});

describe('readMemoryLimit', () => {
  it('falls back to the machine where no group is told', () => {
    expect(read()).toEqual({ limitBytes: TOTAL, source: 'machine' });
  });

  it.each(['', 'none', '-5', '0', '1e9', '12 kB'])('takes the limit %j for none', (text) => {
    write({ 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': text });
    expect(read()).toEqual({ limitBytes: TOTAL, source: 'machine' });
  });

  it.each([
    ['less than there is', TOTAL / 4, { limitBytes: TOTAL / 4, source: 'setting' }],
    ['as much as there is', TOTAL, { limitBytes: TOTAL, source: 'machine' }],
    ['more than there is', TOTAL * 2, { limitBytes: TOTAL, source: 'machine' }],
  ])('where %s is allowed, is the lower of both', (_name, allowedBytes, limit) => {
    expect(read({ allowedBytes })).toEqual(limit);
  });

  it('ends on a tree of any depth', () => {
    write({ 'proc/self/cgroup': `0::${'/a'.repeat(5_000)}\n` });
    expect(read().source).toBe('machine');
  });

  it('reads this very process', () => {
    const { limitBytes, source } = readMemoryLimit();
    const constrained = process.constrainedMemory();
    expect(limitBytes).toBeGreaterThan(0);
    expect(limitBytes).toBeLessThanOrEqual(totalmem());
    // What Node reads is the own group alone; the groups above may bound it further.
    if (source === 'machine') expect(constrained === 0 || constrained >= totalmem()).toBe(true);
  });

  it('never tells more than the machine has, whatever the files say', () => {
    const line = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(line, line, (cgroup, limit) => {
        write({ 'proc/self/cgroup': cgroup, 'sys/fs/cgroup/memory.max': limit });
        const { limitBytes } = read();
        expect(limitBytes).toBeGreaterThan(0);
        expect(limitBytes).toBeLessThanOrEqual(TOTAL);
      }),
      { numRuns: 100 },
    );
  });
});
