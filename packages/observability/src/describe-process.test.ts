import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createProcessDescription } from './describe-process.js';

it('a process is described with the digest of the code that it started with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-build-'));
  const file = join(folder, 'serp.js');
  writeFileSync(file, 'one');
  const describe = createProcessDescription('serp', file);
  writeFileSync(file, 'two');
  const other = createProcessDescription('serp', file);
  expect(describe()).toMatchObject({
    service: 'serp',
    pid: process.pid,
    build: expect.stringMatching(/^[\da-f]{10}$/),
  });
  expect(describe().build).not.toBe(other().build);
  expect(describe().memoryBytes).toBeGreaterThan(1_000_000);
  expect(Date.now() - describe().startedAtMs).toBeGreaterThanOrEqual(0);
  expect(createProcessDescription('serp', join(folder, 'none'))().build).toBe('');
  rmSync(folder, { recursive: true });
});
