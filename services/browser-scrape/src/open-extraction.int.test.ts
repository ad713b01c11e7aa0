import { expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import { MAX_CONVERT_HEAP_MB } from '@quarry/worker-runtime';
import { openExtraction } from './open-extraction.js';
import { webParams } from '../test/web-params.js';

it('measures what is read and converted by the operation it is for', async () => {
  const measured: [name: string, labels: object, value: number][] = [];
  const threads = { threads: 1, heapMb: MAX_CONVERT_HEAP_MB };
  const parsed = parseConfig(['model'], {});
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  const extraction = openExtraction(parsed.config, threads, {
    increment: () => undefined,
    observe: (...given) => void measured.push(given),
  });
  const { signal } = new AbortController();
  const call = { deadlineAtMs: Date.now() + 60_000, isCharged: true, signal };
  const params = webParams({ outputFormat: ['markdown'] });
  const [url, bytes] = ['http://site.test/a', Buffer.from('<h1>Slate</h1><p>Carts carry stone to the river.</p>')];
  const page = { url, mediaType: 'text/html', body: bytes };
  const startedAtMs = performance.now();
  try {
    await extraction.startReading(params).readDocument(
      {
        ...{ purpose: 'page', requestedUrl: url, url, statusCode: 200, headers: {}, tier: 'http' },
        ...{ isRedirected: false, bytes, contentType: 'text/html' },
      },
      signal,
    );
    await extraction.extractPage(page, params, call);
    await extraction.extractAgain(page, params, call);
    await expect(extraction.extractPage(page, params, { ...call, signal: AbortSignal.abort() })).rejects.toThrow();
  } finally {
    await extraction.close();
  }
  const tookSeconds = (performance.now() - startedAtMs) / 1_000;
  const operations = ['scrape/web', 'scrape/web', 'reparse'];
  expect(measured.map(([name, labels]) => [name, labels])).toEqual(
    operations.map((operation) => ['extract_duration_seconds', { operation }]),
  );
  for (const [, , seconds] of measured) expect(seconds).toBeGreaterThan(0);
  expect(measured.reduce((sum, [, , seconds]) => sum + seconds, 0)).toBeLessThan(tookSeconds);
});
