import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  sharedFleet,
  startSharedSite,
  type Answer,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

let site: TargetSite;
let fleet: SharedFleet;
let api: ApiClient;

beforeAll(async () => {
  [site, fleet] = await Promise.all([startSharedSite(), sharedFleet()]);
  api = new ApiClient(fleet);
}, 180_000);

afterAll(() => site.close());

const scrape = (path: string, options: Record<string, unknown> = {}): Promise<Answer> =>
  api.scrape({ url: `${site.url}${path}`, ...options });
const charged = ({ headers }: Answer): string | null => headers.get('x-credits-charged');
const plain = { jsRendering: false };

describe('markdown for models', () => {
  it('tokenizer and chunks, and chunks of another size of the stored page', async () => {
    const asked = { ...plain, outputFormat: ['markdown'], tokenCount: true, tokenizer: 'o200k_base' };
    const { body } = await scrape('/shop/1', { ...asked, chunks: { maxTokens: 50 } });
    const chunks = body['chunks'] as { id: string; markdown: string; tokenCount: number }[];
    expect(chunks.length).toBeGreaterThan(1);
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(50);
    expect(String(body['markdown'])).toContain(chunks[1]?.markdown);
    const again = await api.send('POST', `/requests/${body.requestMetadata?.id}/reparse`, {
      chunks: { maxTokens: 5_000 },
    });
    expect(again.body['chunks']).toEqual([
      {
        id: expect.any(String),
        headings: expect.any(Array),
        markdown: body['markdown'],
        tokenCount: body['tokenCount'],
      },
    ]);
  });
});

describe('documents that are no pages', () => {
  it('a PDF with a text layer', async () => {
    const { body } = await scrape('/paper/1', { outputFormat: ['text', 'markdown', 'json'] });
    expect(body['text']).toContain('The quarry opens at dawn');
    expect(body['markdown']).toContain('The quarry opens at dawn');
    expect(String(body.requestMetadata?.html)).toMatch(/\.pdf$/);
  });

  const DAWN = 'The quarry opens at dawn';

  it.each([
    ['docx', `# ${DAWN}`, {}],
    ['xlsx', `## Hours\n\n| ${DAWN} | 6 |\n| --- | --- |`, { sheets: 1 }],
    ['pptx', `## ${DAWN}`, { slides: 1 }],
    ['odt', `# ${DAWN}`, {}],
    ['epub', `# ${DAWN}`, { title: 'Hours', chapters: 1 }],
  ])('a document as %s, however it is served, stored as what it is', async (kind, markdown, facts) => {
    const wish = { outputFormat: ['html', 'text', 'markdown', 'json'], extractRules: { heading: 'h1, h2' } };
    const { body } = await scrape(`/office/${kind}`, wish);
    expect(body).toMatchObject({ markdown, text: expect.stringContaining(DAWN), rendered: false });
    expect(body['json']).toEqual({ ...facts, text: body['text'] });
    expect(body['content']).toContain('<!DOCTYPE html>');
    expect(body['extractedData']).toEqual({ heading: kind === 'xlsx' ? 'Hours' : DAWN });
    const stored = String(body.requestMetadata?.html);
    expect(stored).toMatch(new RegExp(`\\.${kind}$`));
    const file = await fetch(stored, { headers: { 'x-api-key': fleet.apiKey } });
    expect(file.headers.get('content-type')).toMatch(/^application\/(?:vnd\.o|epub)/);
    const again = await api.send('POST', `/requests/${body.requestMetadata?.id}/reparse`, { outputFormat: ['text'] });
    expect(again.body['text']).toBe(body['text']);
  });

  it('a document that the browser was asked for is fetched as it is; another archive is unsupported', async () => {
    const shown = await scrape('/office/docx', { jsRendering: true, outputFormat: ['markdown'] });
    expect(shown.body).toMatchObject({ markdown: `# ${DAWN}` });
    const other = await scrape('/office/other', { outputFormat: ['markdown'] });
    expect([other.status, other.body['error'], charged(other)]).toEqual([502, 'target_unsupported', '0']);
  });
});
