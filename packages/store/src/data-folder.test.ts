import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tightenDataFolder, warnOfLooseFolder } from './data-folder.js';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quarry-private-'));
  folder = join(root, 'data');
  mkdirSync(join(folder, 'logs'), { recursive: true });
  for (const name of ['quarry.sqlite', 'quarry.sqlite-wal', 'secret']) writeFileSync(join(folder, name), name);
  const modes = { '': 0o2775, logs: 0o755, 'quarry.sqlite': 0o644, 'quarry.sqlite-wal': 0o640, secret: 0o600 };
  for (const [name, mode] of Object.entries(modes)) chmodSync(join(folder, name), mode);
});
afterEach(() => rmSync(root, { recursive: true }));

const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o7777).toString(8);
const NAMES = ['', 'logs', 'quarry.sqlite', 'quarry.sqlite-wal', 'secret'];

describe('a data folder', () => {
  it('is taken from everybody but its owner, with all that lies in it', () => {
    expect(tightenDataFolder(folder)).toEqual([]);
    expect(NAMES.map(modeOf)).toEqual(['2700', '700', '600', '600', '600']);
  });

  it('is nothing to worry about before there is one', () => {
    expect(tightenDataFolder(join(root, 'none'))).toEqual([]);
  });

  it('stays as it is where something else lies in it, and what is ours is closed all the same', () => {
    writeFileSync(join(folder, 'somebody-elses'), '');
    chmodSync(join(folder, 'somebody-elses'), 0o644);
    expect(tightenDataFolder(folder)).toEqual([]);
    expect([...NAMES, 'somebody-elses'].map(modeOf)).toEqual(['2775', '700', '600', '600', '600', '644']);
  });

  it('stays as it is where it is shared, as /tmp is', () => {
    chmodSync(folder, 0o1777);
    expect(tightenDataFolder(folder)).toEqual([]);
    expect(NAMES.map(modeOf)).toEqual(['1777', '700', '600', '600', '600']);
  });

  it('leaves alone what links lead to', () => {
    const outside = join(root, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    symlinkSync(outside, join(folder, 'demo.json'));
    expect(tightenDataFolder(folder)).toEqual([]);
    expect((statSync(outside).mode & 0o777).toString(8)).toBe('644');
  });

  it('that cannot be closed is told of once, with what to do', () => {
    const told: [string, unknown][] = [];
    const log = { warn: (message: string, fields: unknown) => void told.push([message, fields]) };
    const refuse = (): never => {
      throw new Error('EPERM');
    };
    for (const chmod of [refuse, () => undefined]) warnOfLooseFolder(folder, log, { chmod });
    const reason = `${join(folder, 'logs')} (755), ${join(folder, 'quarry.sqlite')} (644)`;
    const line = 'other users of this machine can read the data folder: run chmod -R go-rwx on it as its owner';
    expect(told).toEqual([
      [line, { reason }],
      [line, { reason }],
    ]);
    warnOfLooseFolder(folder, log);
    expect(told).toHaveLength(2);
  });
});
