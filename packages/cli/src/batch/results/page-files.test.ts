import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FleetSession } from '../fleet-session.js';
import { fileBaseOf, PageFiles } from './page-files.js';

it.each([
  ['https://a.example', 'a.example/index'],
  ['https://a.example/guide/', 'a.example/guide/index'],
  ['https://a.example/guide/install.html', 'a.example/guide/install.html'],
  ['https://a.example:8443/x?page=2&b=c', 'a.example_8443/x_page_2_b_c'],
  ['https://a.example/.git/../.env', 'a.example/_env'],
  ['https://a.example/a.md/b', 'a.example/a.md_/b'],
  ['https://a.example/%2e%2e/%2E%2e/etc/passwd', 'a.example/etc/passwd'],
  ['no address', 'no_address'],
])('the file of %s is %s', (address, base) => {
  expect(fileBaseOf(address)).toBe(base);
});

it('a deep address has few folders and short names', () => {
  const parts = fileBaseOf(`https://a.example/${`${'x'.repeat(300)}/`.repeat(40)}`).split('/');
  expect([parts.length, Math.max(...parts.map((part) => part.length))]).toEqual([17, 100]);
});

it('no address leads out of the folder, or to a hidden file', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (address) => {
      const base = fileBaseOf(address);
      expect(normalize(join('/folder', `${base}.md`)).startsWith('/folder/')).toBe(true);
      expect(base.split('/').every((part) => part.length <= 101 && !part.startsWith('.'))).toBe(true);
    }),
  );
});

it('addresses with one name have files of their own, and what has no text is JSON', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-pages-'));
  const answers = [{ text: 'A' }, { text: 'a' }, { content: '<p>' }, { rows: 1 }];
  // safe because nothing else of it is called
  const session = {
    call: ({ path }: { path: string }) => ({ body: answers[Number(path)] }),
  } as unknown as FleetSession;
  try {
    const pages = await PageFiles.open(session, folder);
    const urls = ['https://a.example/A', 'https://a.example/a', 'https://a.example/h', 'https://a.example/j'];
    const rows = urls.map((url, index) => ({
      query: { url },
      result: { id: `i${index}`, status: 'ok', json: String(index) },
    }));
    const lines: string[] = [];
    for await (const line of pages.write(rows)) lines.push(line);
    const files = (await readdir(join(folder, 'a.example'))).sort();
    expect(files).toEqual(['A.txt', expect.stringMatching(/^a-[\da-f]{8}\.txt$/), 'h.html', 'j.json']);
    expect(await readFile(join(folder, 'a.example', files[1] ?? ''), 'utf8')).toBe('a');
    expect(lines.map((line) => pages.idOfLine(line))).toEqual(['i0', 'i1', 'i2', 'i3']);
    expect(pages.idOfLine('{')).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
