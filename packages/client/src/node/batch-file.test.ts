import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { batchFile } from './batch-file.js';

const PROGRESS = { path: '/scrape/batch/web', digest: 'd', idempotencyKey: 'k', jobId: 'j', cursor: 7 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps the last progress, and leaves nothing beside it', async () => {
  const file = path.join(folder, 'one.batch');
  const store = batchFile(file);
  expect(await store.load()).toBeUndefined();
  await store.save({ ...PROGRESS, cursor: 6 });
  await store.save(PROGRESS);
  expect(await batchFile(file).load()).toEqual(PROGRESS);
  expect(await readdir(folder)).toEqual(['one.batch']);
});

it.each(['', '{', '[]', '{"path":"/scrape/batch/web"}', JSON.stringify({ ...PROGRESS, cursor: 'x' })])(
  'refuses a file that holds %j',
  async (text) => {
    const file = path.join(folder, 'other.batch');
    await writeFile(file, text);
    await expect(batchFile(file).load()).rejects.toThrow('does not hold the progress of a batch. Name another file');
  },
);

it('says why a file cannot be written', async () => {
  await expect(batchFile(path.join(folder, 'none', 'x')).save(PROGRESS)).rejects.toThrow('ENOENT');
});
