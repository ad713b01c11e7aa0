import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES, OPERATIONS } from '@quarry/contracts';
import { batchSection, batchWalkthrough } from './batch-section.js';
import { renderLlmsText } from './llms-text.js';

const BASE_URL = 'https://scrape.example';
const FILES_URL = `${BASE_URL}/files`;

describe('the section on batches', () => {
  it('has a walk-through of commands that a shell reads', () => {
    const script = `curl() { printf '%s\\n' "$@"; }; uuidgen() { echo id; }; QUARRY_API_KEY=k1\n${batchWalkthrough(BASE_URL, '/scrape/batch/web')}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(words.filter((word) => word === 'x-api-key: k1')).toHaveLength(6);
    expect(words).toEqual(
      expect.arrayContaining([
        `${BASE_URL}/scrape/batch/web`,
        `${BASE_URL}/scrape/batch/web/<jobId>/results?page=1&limit=100`,
        `${BASE_URL}/scrape/batch/web/<jobId>/retry-failed`,
        'Idempotency-Key: id',
      ]),
    );
    const body = words.find((word) => word.startsWith('{"requests"')) ?? '';
    expect(JSON.parse(body)).toMatchObject({ requests: [{ url: 'https://example.com/' }, {}] });
  });

  it('names every path, every state and every field of the status', () => {
    const html = batchSection(BATCH_ROUTES, { baseUrl: BASE_URL, filesUrl: FILES_URL });
    for (const { path } of BATCH_ROUTES) expect(html).toContain(path.replace(':jobId', '&lt;jobId&gt;'));
    for (const word of ['pending', 'in_progress', 'stopped', 'failedCount', 'creditsHeld', 'stopRequestedAt']) {
      expect(html).toContain(word);
    }
    expect(html).toContain('10,000');
    expect(html).toContain('32 MB');
  });

  it('says nothing where there are no batches', () => {
    expect(batchSection([], { baseUrl: BASE_URL, filesUrl: FILES_URL })).toBe('');
  });

  it('stands in the text for language models too', () => {
    const text = renderLlmsText({ operations: OPERATIONS, baseUrl: BASE_URL, filesUrl: FILES_URL });
    expect(text).toContain('## Batches');
    expect(text).toContain('retry-failed');
  });
});
