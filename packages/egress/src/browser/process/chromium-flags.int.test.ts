import { readlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sharedBrowser, TEST_IDENTITY } from '../../../test/scene/shared-browser.js';
import { createFlags, DISABLED_FEATURES, OMITTED_FLAGS } from './chromium-flags.js';
import { findUnknownFlags } from './known-flags.js';
import { readCommandLine } from './process-tree.js';

const startOne = async (): Promise<number> => {
  const { launched, pool } = await sharedBrowser();
  await (await pool.lease(new AbortController().signal))?.release();
  return launched.find((one) => one.isAlive())?.pid ?? 0;
};

describe('the browser', () => {
  it('knows every flag that it is given, by its name', async () => {
    const program = await readlink(`/proc/${await startOne()}/exe`);
    const flags = createFlags({ identity: TEST_IDENTITY, isSandboxed: false });
    const names = flags.map((flag) => /^--([\w-]+)/.exec(flag)?.[1] ?? flag);
    expect(await findUnknownFlags(program, names)).toEqual([]);
    // The names that were passed in vain once: what is looked for can be missing.
    const gone = ['force-webrtc-ip-handling-policy', 'dns-prefetch-disable'];
    expect(await findUnknownFlags(program, gone)).toEqual(gone);
  });

  it('knows every feature that is turned off', async () => {
    const program = readFileSync(await readlink(`/proc/${await startOne()}/exe`));
    expect(DISABLED_FEATURES.filter((name) => !program.includes(`${name}\0`, 0, 'latin1'))).toEqual([]);
  });

  it('is started with them, and without what tells pages of it or lets them open windows', async () => {
    const given = (await readCommandLine(await startOne())).split('\0');
    const flags = createFlags({ identity: TEST_IDENTITY, isSandboxed: true });
    // Of features there is one list, which puppeteer adds to.
    const own = flags.filter((flag) => !flag.startsWith('--disable-features='));
    expect(own.filter((flag) => !given.includes(flag))).toEqual([]);
    const features = given.find((flag) => flag.startsWith('--disable-features='))?.split(/[=,]/) ?? [];
    expect(DISABLED_FEATURES.filter((name) => !features.includes(name))).toEqual([]);
    expect(OMITTED_FLAGS.filter((flag) => given.includes(flag))).toEqual([]);
  });
});
