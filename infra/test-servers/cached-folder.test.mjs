import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cachedFolder } from './cached-folder.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-cache-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fill = (text) => async (folder) => writeFileSync(path.join(folder, 'file'), text);

describe('cachedFolder', () => {
  it('is filled once', async () => {
    const folder = await cachedFolder(root, 'tool', fill('first'));
    expect(await cachedFolder(root, 'tool', fill('second'))).toBe(folder);
    expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('first');
  });

  it('is not there when filling it failed', async () => {
    const broken = cachedFolder(root, 'tool', async (folder) => {
      await fill('half')(folder);
      throw new Error('no network');
    });
    await expect(broken).rejects.toThrow('no network');
    expect(existsSync(path.join(root, '.toolchain', 'tool'))).toBe(false);
    expect(readdirSync(path.join(root, '.toolchain'))).toEqual([]);
  });

  it('is complete when several fill it at once', async () => {
    const folders = await Promise.all([1, 2, 3].map((n) => cachedFolder(root, 'tool', fill(`${n}`))));
    expect(new Set(folders).size).toBe(1);
  });
});
