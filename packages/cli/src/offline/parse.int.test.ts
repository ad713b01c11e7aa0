import { mkdir, writeFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ERRORS, OPERATIONS } from '@quarry/contracts';
import { docxParts, zipOf } from '@quarry/testkit/office-files';
import { runBuiltCli, withFolder, type CliRun } from '../../test/run-built-cli.js';
import { runCliHere } from '../../test/run-cli-here.js';
import { offlineParsers } from './offline-parsers.js';
import { MAX_SAVED_BYTES } from './saved-page.js';

const PAGE = `<!doctype html><html lang="en"><head><title>Fish</title></head><body>
<h1>Fish of the day</h1><p>Ask <a href="mailto:Cook@Shop.example.com">the cook</a>, see <a href="menu?d=1">the menu</a>
or <a href="https://other.example/x">elsewhere</a>.</p></body></html>`;

const CAPTCHA = `<!doctype html><html><head><title>Just a moment...</title></head><body>
<div id="challenge-error-text">Enable JavaScript and cookies to continue</div>
<script>window._cf_chl_opt={cType:'managed'};</script>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>`;

interface Answer {
  readonly requestMetadata: { readonly id: string; readonly status: string };
  readonly status?: string;
  readonly url?: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly json?: unknown;
  readonly links?: readonly string[];
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly { readonly field: string }[];
}

interface Parsed {
  readonly exitCode: number | null;
  readonly err: string;
  readonly answer: Answer;
}

/** Holds a run of `quarry parse` to its promise: one JSON document, and an exit code that agrees with it. */
const read = ({ exitCode, out, err }: CliRun): Parsed => {
  const answer = JSON.parse(out) as Answer;
  expect(exitCode === 0).toBe(answer.status !== 'error');
  expect(answer.requestMetadata).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    status: exitCode === 0 ? 'ok' : 'error',
  });
  if (exitCode !== 0) {
    expect(answer).toMatchObject({ message: expect.stringMatching(/\S/), retryable: expect.any(Boolean) });
    expect(Object.keys(ERRORS)).toContain(answer.error);
  }
  return { exitCode, err, answer };
};

const parse = async (...args: string[]): Promise<Parsed> => read(await runCliHere(['parse', ...args]));

const withPage = (content: string | Uint8Array, run: (file: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const file = join(folder, 'saved page');
    await writeFile(file, content);
    await run(file);
  });

const params = (value: unknown): string[] => ['--params', JSON.stringify(value)];
const ALL = { outputFormat: ['html', 'text', 'markdown', 'json'], extractLinks: true, extractEmails: true };

const RESULTS = `<html><body><div id="rso"><div data-hveid="a"><a href="https://slate.example/"><h3>Slate</h3></a>
<div>All about slate, in one sentence.</div></div></div><a id="pnnext" href="/search?q=slate&amp;start=10">Next</a></body></html>`;

describe('quarry parse enginea/serp', () => {
  it('reads the results of a saved page, with links made absolute by --url', () =>
    withPage(RESULTS, async (file) => {
      const { answer } = await parse('enginea/serp', file, '--url', 'https://www.google.com/search?q=slate');
      expect(answer).toMatchObject({
        organicResults: [{ position: 1, title: 'Slate', link: 'https://slate.example/', source: 'slate.example' }],
        pagination: { next: 'https://www.google.com/search?q=slate&start=10' },
      });
    }));

  it('reads whole addresses without --url', () =>
    withPage(RESULTS, async (file) => {
      const { answer } = await parse('enginea/serp', file);
      expect(answer).toMatchObject({ organicResults: [{ position: 1, link: 'https://slate.example/' }] });
    }));

  it('does not take any page for one without results', () =>
    withPage(PAGE, async (file) => {
      expect((await parse('enginea/serp', file)).answer.error).toBe('target_unrecognized');
    }));
});

describe('quarry parse scrape/web', () => {
  it('needs nothing but the file, and gives html then', () =>
    withPage(PAGE, async (file) => {
      const { exitCode, err, answer } = await parse('scrape/web', file);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      expect(answer).toEqual({ requestMetadata: { id: expect.any(String), status: 'ok' }, content: PAGE });
    }));

  it('gives every format, with links made absolute by --url', () =>
    withPage(PAGE, async (file) => {
      const { answer } = await parse('scrape/web', file, '--url', 'https://shop.example/today/', ...params(ALL));
      expect(answer).toEqual({
        requestMetadata: { id: expect.any(String), status: 'ok', url: 'https://shop.example/today/' },
        url: 'https://shop.example/today/',
        content: PAGE,
        text: expect.stringContaining('Fish of the day'),
        markdown: expect.stringContaining('[the menu](https://shop.example/today/menu?d=1)'),
        json: expect.objectContaining({ title: 'Fish of the day', language: 'en' }),
        links: ['https://shop.example/today/menu?d=1', 'https://other.example/x'],
        emails: ['cook@shop.example.com'],
      });
    }));

  it('never makes an address up: without one, relative links stay as they stand', () =>
    withPage(PAGE, async (file) => {
      const { answer } = await parse('scrape/web', file, ...params(ALL));
      expect(answer.links).toEqual(['https://other.example/x']);
      expect(answer).not.toHaveProperty('url');
      expect(answer.requestMetadata).not.toHaveProperty('url');
      expect(answer.markdown).toContain('see [the menu](menu?d=1) or [elsewhere](https://other.example/x).');
    }));

  it.each([
    ['canonical', '<link rel="canonical" href="https://shop.example/a/b">'],
    ['og:url', '<meta property="og:url" content="https://shop.example/a/b">'],
    ['base', '<base href="https://shop.example/a/">'],
  ])('takes the address that the page gives itself: %s', (_, head) =>
    withPage(PAGE.replace('</head>', `${head}</head>`), async (file) => {
      const { answer } = await parse('scrape/web', file, ...params({ extractLinks: true, outputFormat: ['text'] }));
      expect(answer.links).toEqual(['https://shop.example/a/menu?d=1', 'https://other.example/x']);
      expect(answer).not.toHaveProperty('url');
    }),
  );

  it('takes the url from the params too', () =>
    withPage(PAGE, async (file) => {
      const { answer } = await parse(
        'scrape/web',
        file,
        ...params({ url: 'https://shop.example/', extractLinks: true }),
      );
      expect(answer.links?.[0]).toBe('https://shop.example/menu?d=1');
      expect(answer.url).toBe('https://shop.example/');
    }));

  it('tells a JSON response from html by itself', () =>
    withPage('\n {"items":[{"id":1}]}', async (file) => {
      const { answer } = await parse('scrape/web', file, ...params({ outputFormat: ['json'] }));
      expect(answer.json).toEqual({ items: [{ id: 1 }] });
    }));

  it('decodes as browsers do', () =>
    withPage(Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1'), async (file) => {
      const { answer } = await parse('scrape/web', file, ...params({ outputFormat: ['text'] }));
      expect(answer.text?.trim()).toBe('Привет');
    }));

  it('gives the same id for the same input, wherever it lies', () =>
    withPage(PAGE, async (first) => {
      await withPage(PAGE, async (second) => {
        const [one, two] = [await parse('scrape/web', first), await parse('scrape/web', second)];
        expect(one.answer).toEqual(two.answer);
      });
      const other = await parse('scrape/web', first, ...params({ outputFormat: ['text'] }));
      expect(other.answer.requestMetadata.id).not.toBe((await parse('scrape/web', first)).answer.requestMetadata.id);
    }));
});

describe('quarry parse, errors', () => {
  it('a blocked page is no page', () =>
    withPage(CAPTCHA, async (file) => {
      const { exitCode, answer } = await parse('scrape/web', file);
      expect(exitCode).toBe(1);
      expect(answer).toMatchObject({
        status: 'error',
        error: 'target_blocked',
        reason: 'cloudflare_challenge',
        retryable: true,
      });
      expect(answer).not.toHaveProperty('content');
    }));

  it('lists all violations of the params at once', () =>
    withPage(PAGE, async (file) => {
      const { exitCode, answer } = await parse(
        'scrape/web',
        file,
        ...params({ outputFormat: ['pdf'], wait: -1, colour: 1 }),
      );
      expect({ exitCode, error: answer.error }).toEqual({ exitCode: 1, error: 'validation_failed' });
      expect(answer.errors?.map(({ field }) => field).sort()).toEqual(['colour', 'outputFormat.0', 'wait']);
    }));

  it('a picture cannot become text', () =>
    withPage(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]), async (file) => {
      const { answer } = await parse('scrape/web', file);
      expect(answer).toMatchObject({ error: 'target_unsupported', reason: 'image/png' });
    }));

  it('an office document becomes text; one that is damaged says so', async () => {
    const file = zipOf(docxParts('<w:p><w:r><w:t>The quarry opens at dawn</w:t></w:r></w:p>'));
    await withPage(Buffer.from(file), async (saved) => {
      const { answer } = await parse('scrape/web', saved, ...params({ outputFormat: ['markdown'] }));
      expect(answer).toMatchObject({ markdown: 'The quarry opens at dawn' });
    });
    const damaged = zipOf({ 'word/document.xml': '' });
    await withPage(Buffer.from(damaged), async (saved) => {
      const { answer } = await parse('scrape/web', saved);
      expect(answer).toMatchObject({ error: 'target_unsupported', reason: expect.stringMatching(/document damaged$/) });
    });
  });

  it.each([
    ['not json', ['--params', '{"a":'], 'bad_request', 'must be a JSON object'],
    ['a list', ['--params', '[]'], 'bad_request', 'must be a JSON object'],
    ['a relative url', ['--url', '/a/b'], 'bad_request', 'absolute http'],
    ['a foreign scheme', ['--url', 'file:///etc/passwd'], 'bad_request', 'absolute http'],
  ])('%s', (_, flags, error, message) =>
    withPage(PAGE, async (file) => {
      const { exitCode, answer } = await parse('scrape/web', file, ...flags);
      expect({ exitCode, error: answer.error }).toEqual({ exitCode: 1, error });
      expect(answer.message).toContain(message);
    }),
  );

  it('a file that is not there, a folder, one too large', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'none.html');
      expect((await parse('scrape/web', file)).answer).toMatchObject({
        error: 'bad_request',
        message: `${file} cannot be read: no such file.`,
      });
      await mkdir(file);
      expect((await parse('scrape/web', file)).answer.message).toContain('it is a folder');
      const large = join(folder, 'large.html');
      await writeFile(large, '');
      await truncate(large, MAX_SAVED_BYTES + 1);
      expect((await parse('scrape/web', large)).answer.error).toBe('target_too_large');
    }));

  it.each([
    [[], 'missing required argument'],
    [['scrape/web'], 'missing required argument'],
    [['scrape/web', 'a', 'b'], 'too many arguments'],
    [['scrape/web', 'a', '--colour'], 'unknown option'],
    [['scrape/web', 'a', '--params'], 'argument missing'],
  ])('%j is a usage error, in JSON as well', async (args, message) => {
    const { exitCode, err, answer } = await parse(...args);
    expect({ exitCode, error: answer.error }).toEqual({ exitCode: 1, error: 'bad_request' });
    expect(answer.message).toContain(message);
    expect(err).toContain(message);
  });
});

describe('quarry parse as a process', () => {
  it.each([
    ['scrape/web', 0],
    ['enginez/serp', 1],
  ])('%s ends with %d and prints nothing but its document', (name, exitCode) =>
    withPage(PAGE, async (file) => {
      const run = await runBuiltCli(['parse', name, file]);
      expect(read(run)).toEqual(await parse(name, file));
      expect(run.exitCode).toBe(exitCode);
    }),
  );
});

describe('quarry parse, operations', () => {
  // A map stores no page that could be read again.
  const readable = OPERATIONS.filter(({ isReparsable }) => isReparsable).map(({ id }) => id);
  it.each(['scrape/web', '/scrape/web', '/scrape/web/', 'web'])('%s is page scraping', (name) =>
    withPage(PAGE, async (file) => {
      expect((await parse(name, file)).exitCode).toBe(0);
    }),
  );

  it('an unknown operation is an error that names those there are', () =>
    withPage(PAGE, async (file) => {
      const { answer } = await parse('enginez/serp', file);
      expect(answer.error).toBe('not_found');
      for (const id of readable) expect(answer.message).toContain(id);
    }));

  it('has an offline parser for every operation, and for nothing else', () => {
    expect([...offlineParsers.keys()].sort()).toEqual(readable.toSorted());
  });
});
