import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PageContent } from '../source/page-content.js';
import { convertPdf } from './convert-pdf.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const SENTENCE = 'This sentence is repeated until its paragraph is wrapped over several printed lines. ';
const PAGE = `<!doctype html><html lang="en"><head><title>Annual report</title></head><body style="font-family:sans-serif">
  <h1>Annual report</h1><p>${SENTENCE.repeat(8)}</p><h2>Contact</h2>
  <p>Write to <a href="mailto:ann@example.com">Ann</a> or see <a href="https://example.com/x?y=1">our site</a>.</p>
  <table><tr><td>Chair</td><td>12.50</td></tr><tr><td>Table</td><td>99.00</td></tr></table>
  <p>Łódź, Привет, 日本語</p><p style="break-before:page">Second page</p></body></html>`;

const print = async (html: string): Promise<Uint8Array> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarry-pdf-'));
  try {
    await writeFile(path.join(folder, 'page.html'), html);
    const target = path.join(folder, 'page.pdf');
    const options = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      `--user-data-dir=${folder}/profile`,
    ];
    await promisify(execFile)(CHROMIUM, [...options, `--print-to-pdf=${target}`, `file://${folder}/page.html`], {
      timeout: 60_000,
    });
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const readPrinted = async (): Promise<PageContent> =>
  convertPdf(
    { bytes: await print(PAGE), url: 'https://a.example/report.pdf' },
    { formats: ['text', 'markdown', 'json'], links: true, emails: true },
  );

describe('a page that a browser printed', () => {
  let content: PageContent;
  beforeAll(async () => {
    content = await readPrinted();
  }, 120_000);

  it('reads as the page', () => {
    expect(content.markdown).toMatch(/^# Annual report\n/);
    expect(content.markdown).toContain('\n\n## Contact\n\n');
    expect(content.text).toContain(SENTENCE.repeat(8).trim());
    expect(content.text).toContain('Chair 12.50\nTable 99.00');
    expect(content.text).toContain('Łódź, Привет, ');
    expect(content.json).toMatchObject({ title: 'Annual report', pages: 2 });
    expect(content.links).toEqual(['https://example.com/x?y=1']);
    expect(content.emails).toEqual(['ann@example.com']);
  });

  const itWithFonts = process.env['FONTS_MISSING']?.includes('fonts-noto-cjk') ? it.skip : it;
  itWithFonts('keeps signs of a script with a font of its own', () => {
    expect(content.text).toContain('Łódź, Привет, 日本語');
  });
});
