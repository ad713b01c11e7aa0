import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WebScrapeParams } from '@quarry/contracts';
import type { Tier } from '@quarry/egress';
import type { OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import type { RequestRow } from '@quarry/store';
import sharp from 'sharp';
import { createExtractFields } from './extract-fields.js';
import { createExtractPage } from './extract-page.js';
import type { ConvertResult, PageConverter } from './page-converter.js';
import { createScrapeWeb } from './scrape-web.js';
import { htmlPage, scriptedFetcher, type TierOutcome } from '../test/scripted-fetcher.js';
import { webParams } from '../test/web-params.js';

let stored: Map<string, Parameters<OperationContext['putFile']>[1]>;
let conversions: Parameters<PageConverter['convert']>[];

beforeEach(() => {
  stored = new Map();
  conversions = [];
});

const rowOf = (params: WebScrapeParams): RequestRow => ({
  id: 'request-1',
  accountId: 'account-1',
  operation: 'scrape/web',
  params,
  contractVersion: 1,
  state: 'open',
  attempt: 1,
  heldCredits: 15,
  chargedCredits: 0,
  periodIndex: 0,
  createdAtMs: 0,
  deadlineAtMs: 1_900_000_000_000,
});

const scrape = async (
  answers: Partial<Record<Tier, TierOutcome>>,
  params: Partial<WebScrapeParams> = {},
  converted: ConvertResult = { outcome: 'converted', content: { markdown: '# Slate' } },
): Promise<OperationOutcome> => {
  const convert: PageConverter['convert'] = async (...given) => {
    conversions.push(given);
    return converted;
  };
  const extractFields = createExtractFields({ report: () => undefined });
  const run = createScrapeWeb(createExtractPage({ converter: { convert }, extractFields }), () => ({
    readDocument: () => Promise.reject(new Error('nothing is read')),
    convertedOf: () => undefined,
  }));
  return run(rowOf(webParams(params)), {
    signal: new AbortController().signal,
    claimContent: async () => null,
    fetcher: scriptedFetcher(answers),
    putFile: async (name, body) => {
      stored.set(name, body);
      return `http://files.test/${name}`;
    },
    putBundle: () => Promise.reject(new Error('pages have no bundles')),
  });
};

const ok = (given: Parameters<typeof htmlPage>[1] = {}): TierOutcome => ({
  verdict: 'ok',
  page: htmlPage('<h1>Slate</h1>', given),
});

const picture = (format: 'png' | 'webp' | 'jpeg') =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
    .toFormat(format)
    .toBuffer();

describe('pictures and documents of the page', () => {
  it.each(['png', 'webp', 'jpeg'] as const)('are stored by their format: %s', async (format) => {
    const screenshot = await picture(format);
    const { result } = await scrape({ browser: ok({ screenshot }) }, { screenshot: { format } });
    expect([...stored.keys()].sort()).toEqual(['document.html', 'preview.webp', `screenshot.${format}`]);
    expect(result).toMatchObject({ screenshot: `http://files.test/screenshot.${format}` });
  });

  it('have no preview if they are of one element', async () => {
    const screenshot = await picture('jpeg');
    const { metadata } = await scrape({ browser: ok({ screenshot }) }, { screenshot: { selector: 'h1' } });
    expect(Object.keys(metadata ?? {})).toEqual(['url', 'html']);
    expect([...stored.keys()].sort()).toEqual(['document.html', 'screenshot.jpeg']);
  });

  it('are linked: the printed page', async () => {
    const pdf = Buffer.from('%PDF-1.7');
    const { result } = await scrape({ browser: ok({ pdf }) }, { pdf: true });
    expect(stored.get('page.pdf')).toBe(pdf);
    expect(result).toMatchObject({ pdf: 'http://files.test/page.pdf' });
  });

  it('are missing of what is no page, which is an error', async () => {
    const outcome = await scrape({ browser: ok({ mediaType: 'application/json' }) }, { pdf: true });
    expect(outcome).toMatchObject({ verdict: 'unsupported', reason: 'no_pdf_of_application/json' });
    expect(stored.size).toBe(0);
  });
});

describe('the rest of the answer', () => {
  it('has the title beside the links, and not among the content', async () => {
    const { metadata, result } = await scrape(
      { http: ok() },
      {},
      {
        outcome: 'converted',
        content: { markdown: '# Slate', title: 'Slate lamp' },
      },
    );
    expect(metadata).toEqual({
      url: 'http://site.test/page',
      html: 'http://files.test/document.html',
      title: 'Slate lamp',
    });
    expect(result).not.toHaveProperty('title');
    expect(conversions[0]?.[1]).toMatchObject({ title: true });
  });

  it('has what scripts returned, and the warnings of the fetch and of them', async () => {
    const scenario = { results: [1, null], warnings: ['scenario_result_too_large'] };
    const answer = { ...ok({ scenario }), warnings: ['robots'] };
    const jsScenario = [{ evaluate: '1' }, { evaluate: 'window' }];
    const { result } = await scrape({ browser: answer }, { jsScenario });
    expect(result).toMatchObject({ jsScenarioResults: [1, null], warnings: ['robots', 'scenario_result_too_large'] });
  });

  it('hands the options of markdown to the converter', async () => {
    const asked = { dropLinks: true, dropImages: true, tokenCount: true };
    await scrape({ http: ok() }, asked);
    expect(conversions[0]?.[1]).toMatchObject(asked);
  });
});
