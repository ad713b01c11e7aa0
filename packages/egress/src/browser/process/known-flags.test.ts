import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HARDENING_NAMES, WALL_NAMES } from './chromium-flags.js';
import { createFlagCheck, findUnknownFlags } from './known-flags.js';

const MB = 1 << 20;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asTexts = (names: readonly string[]) => `code\0${names.join('\0')}\0code`;
const writeProgram = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, `${performance.now()}`);
  await writeFile(path, content);
  return path;
};
const ALL = [...WALL_NAMES, ...HARDENING_NAMES];

/** A check of one program, and what was said. */
const checkOf = (program: string) => {
  const said: string[] = [];
  const check = createFlagCheck({ notice: (text) => said.push(text), programOf: async () => program });
  return { said, check: () => check(1) };
};

describe('findUnknownFlags', () => {
  it('finds names that are texts of their own, and no part of a longer one', async () => {
    const program = await writeProgram(asTexts(['disable-quick', 'force-no-pings', 'no-pings-at-all', 'lang']));
    expect(await findUnknownFlags(program, ['disable-quic', 'no-pings', 'lang'])).toEqual(['disable-quic', 'no-pings']);
  });

  it.each([-20, -10, -1, 0, 1])('finds a name %i bytes from where two parts meet', async (from) => {
    const content = Buffer.alloc(3 * MB, 'x');
    content.write('\0disable-quic\0', MB + from, 'latin1');
    expect(await findUnknownFlags(await writeProgram(content), ['disable-quic', 'lang'])).toEqual(['lang']);
  });
});

describe('createFlagCheck', () => {
  it('takes a browser that knows all, without a word', async () => {
    const { check, said } = checkOf(await writeProgram(asTexts(ALL)));
    await check();
    expect(said).toEqual([]);
  });

  it.each(WALL_NAMES)('refuses a browser that does not know --%s, every time', async (name) => {
    const { check } = checkOf(await writeProgram(asTexts(ALL.filter((one) => one !== name))));
    for (let start = 0; start < 2; start += 1) {
      await expect(check()).rejects.toThrow(`Chromium does not know --${name}, without which pages could reach inner`);
    }
  });

  it('says once what is less hardened, and once more when the program is another one', async () => {
    const program = await writeProgram(asTexts(ALL.slice(0, -1)));
    const { check, said } = checkOf(program);
    await check();
    await check();
    expect(said).toEqual([`Chromium does not know --${ALL.at(-1)}: ${program} is less hardened than it should be.`]);
    await writeFile(program, asTexts(ALL.slice(0, -2)));
    await check();
    expect(said).toHaveLength(2);
    await writeFile(program, asTexts(ALL.slice(1)));
    await expect(check()).rejects.toThrow(`--${ALL[0]}`);
  });

  it('says that a program cannot be read, and lets it run', async () => {
    const { check, said } = checkOf(join(folder, 'none'));
    await check();
    expect(said).toEqual([expect.stringContaining('could not be read to see whether it knows its flags (ENOENT)')]);
  });
});
