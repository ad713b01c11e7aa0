import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { BATCH_CSV_COLUMNS, BATCH_ROUTES, OPERATIONS } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import { statusBody } from '../batch/job-status.js';
import { batchLines, batchText, batchWalkthrough } from './batch-text.js';
import { renderLlmsText } from './llms-text.js';

const BASE_URL = 'https://scrape.example';
const FILES_URL = `${BASE_URL}/files`;

const JOB: BatchJob = {
  ...{ id: 'job', accountId: 'account', operation: 'scrape/web', contractVersion: 1, state: 'done', periodIndex: 0 },
  ...{ requestsCount: 1, visibleCount: 1, succeededCount: 1, failedCount: 0, targetErrorCount: 0 },
  ...{ heldCredits: 0, chargedCredits: 1, createdAtMs: 0, deadlineAtMs: 1 },
};

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
    const guide = batchText(BATCH_ROUTES, { baseUrl: BASE_URL, filesUrl: FILES_URL });
    for (const { path } of BATCH_ROUTES) expect(guide).toContain(path.replace(':jobId', '<jobId>'));
    for (const word of ['pending', 'in_progress', 'stopped', 'failedCount', 'creditsHeld', 'stopRequestedAt']) {
      expect(guide).toContain(word);
    }
    expect(guide).toContain('10,000');
    expect(guide).toContain('32 MB');
  });

  it('names every column and query of the exports, and what else a body may have, for people and models', () => {
    const guide = batchText(BATCH_ROUTES, { baseUrl: BASE_URL, filesUrl: FILES_URL });
    const query = ['columns=', 'answers=', 'include='];
    const fields = Object.keys(statusBody(JOB, BASE_URL).data).filter((name) => !name.endsWith('At'));
    for (const text of [guide, batchLines().join('\n')]) {
      expect(text).toContain(BATCH_CSV_COLUMNS.join(', '));
      for (const word of [...query, 'defaults', 'statusCode', 'answer.']) expect(text).toContain(word);
    }
    for (const name of fields) expect(guide).toContain(name);
    expect(batchLines().join()).toContain('targetErrorCount');
  });

  it('says nothing where there are no batches', () => {
    expect(batchText([], { baseUrl: BASE_URL, filesUrl: FILES_URL })).toBe('');
  });

  it('stands in the text for language models too', () => {
    const text = renderLlmsText({ operations: OPERATIONS, baseUrl: BASE_URL, filesUrl: FILES_URL });
    expect(text).toContain('## Batches');
    expect(text).toContain('retry-failed');
  });
});
