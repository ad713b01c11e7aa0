import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withFolder } from '../../../test/run-built-cli.js';
import { PartFile } from './part-file.js';

const given = { heading: '', idOf: (line: string) => /^\w+/.exec(line)?.[0] };

describe('PartFile', () => {
  it('cuts a torn last line, however long, and keeps the rest', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'results');
      for (const torn of ['', 'x', 'y'.repeat(200_000)]) {
        await writeFile(`${path}.part`, `a 1\nb 2\n${torn}`);
        const file = await PartFile.open(path, given);
        expect([...file.ids]).toEqual(['a', 'b']);
        await file.append('c 3\n');
        await file.close();
        expect(await readFile(`${path}.part`, 'utf8')).toBe('a 1\nb 2\nc 3\n');
      }
    }));

  it('notices another process that writes to it', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'results');
      const [one, other] = [await PartFile.open(path, given), await PartFile.open(path, given)];
      await one.append('a 1\n');
      await expect(other.append('a 1\n')).rejects.toThrow('Another process is writing to');
      expect(await readFile(`${path}.part`, 'utf8')).toBe('a 1\n');
      await one.close();
      await other.close();
    }));

  it('begins with its heading once, and knows a file with another one', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'results');
      for (const lines of ['a 1\n', 'b 1\n']) {
        const file = await PartFile.open(path, { ...given, heading: 'id n\n' });
        await file.append(lines);
        await file.close();
      }
      expect(await readFile(`${path}.part`, 'utf8')).toBe('id n\na 1\nb 1\n');
      await expect(PartFile.open(path, { ...given, heading: 'id m\n' })).rejects.toThrow('has other columns');
    }));
});
