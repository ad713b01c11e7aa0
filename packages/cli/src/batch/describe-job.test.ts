import { describe, expect, it } from '@jest/globals';
import { commandLineOf } from '../command-line.js';
import type { ResultRow } from './batch-api.js';
import { commandToResume, describeEnd, describeStatus, type OutputChoice } from './describe-job.js';
import { StatusTally } from './progress/status-tally.js';
import type { Progress } from './progress/render-progress.js';

const JOB = { jobId: 'j-1', path: '/scrape/batch/web' };
const OUTPUT: OutputChoice = { out: undefined, format: 'ndjson', hasAnswers: false, isFailedOnly: false };
const COMMAND = commandLineOf({ command: 'quarry' }, {});
const PROGRESS: Progress = {
  jobs: 1,
  jobsEnded: 1,
  isPending: false,
  requests: 6,
  ended: 6,
  succeeded: 4,
  failed: 2,
  creditsCharged: 2,
  perSecond: undefined,
  failures: [],
  targetErrors: 2,
  targetStatuses: [
    { statusCode: 200, count: 2 },
    { statusCode: 404, count: 2 },
    { statusCode: 429, count: 1_500 },
  ],
  trouble: undefined,
};
const STATUS = {
  status: 'done',
  requestsCount: 6,
  responsesCount: 6,
  succeededCount: 4,
  failedCount: 2,
  targetErrorCount: 2,
  creditsHeld: 0,
  creditsCharged: 2,
  createdAt: '2026-03-01T10:00:00.000Z',
} as const;

const row = (statusCode?: number): ResultRow => ({
  query: {},
  result: { id: 'r', status: 'ok', ...(statusCode === undefined ? {} : { statusCode }) },
});

describe('describeEnd', () => {
  it('says what the targets answered, and which of the ok ones are error pages', () => {
    expect(describeEnd(COMMAND, [JOB], { progress: PROGRESS, statuses: [STATUS], isWhole: true }, OUTPUT)).toBe(
      [
        'Done: 4 ok, 2 failed, 2 credits charged',
        '  2 of the ok ones are error pages of the target (4xx), free of charge',
        '  status of the target: 2 × 200, 2 × 404, 1,500 × 429',
        'Results:   quarry batch results j-1 --out results.ndjson',
        'Try again: quarry batch retry-failed j-1 --follow',
      ].join('\n'),
    );
  });

  it('says it of a single page too', () => {
    const progress = { ...PROGRESS, targetErrors: 1, targetStatuses: [] };
    const text = describeEnd(COMMAND, [JOB], { progress, statuses: [STATUS], isWhole: true }, OUTPUT);
    expect(text).toContain('\n  1 of the ok ones is an error page of the target (4xx), free of charge\n');
  });

  it('leaves statuses out where every target succeeded, and prints no command without its jobs', () => {
    const jobs = Array.from({ length: 6 }, (_, index) => ({ ...JOB, jobId: `j-${index}` }));
    const progress = { ...PROGRESS, failed: 0, targetErrors: 0, targetStatuses: [{ statusCode: 200, count: 6 }] };
    expect(describeEnd(COMMAND, jobs, { progress, statuses: [STATUS], isWhole: true }, OUTPUT)).toBe(
      'Done: 4 ok, 0 failed, 2 credits charged\nResults:   the command batch results, with the id of each job',
    );
  });
});

describe('describeStatus', () => {
  it('has the number of error pages among the successes', () => {
    expect(describeStatus(JOB, STATUS)).toMatch(/^target 4xx 2 of the ok ones, free$/m);
    expect(describeStatus(JOB, { ...STATUS, targetErrorCount: 0 })).not.toContain('4xx');
  });
});

describe('commandToResume', () => {
  it('repeats how the command line was called, the fleet, and quotes what a shell would split', () => {
    const called = commandLineOf({ command: 'npm run -s quarry --' }, { baseUrl: 'https://q.example' });
    expect(commandToResume(called, [JOB], { ...OUTPUT, out: "a b's.csv", format: 'csv' })).toBe(
      `npm run -s quarry -- batch results j-1 --follow --out 'a b'\\''s.csv' --format csv --base-url 'https://q.example'`,
    );
  });
});

describe('StatusTally', () => {
  it('counts by status, and leaves out items that reached no target', () => {
    const tally = new StatusTally();
    tally.add([row(404), row(200), row()]);
    tally.add([row(404), row(12_345)]);
    expect(tally.counts()).toEqual([
      { statusCode: 200, count: 1 },
      { statusCode: 404, count: 2 },
    ]);
  });
});

describe('a crawl', () => {
  const CRAWL = { jobId: 'c-1', path: '/crawl/web' };

  it('is gone on with by its own commands, and by those of batches beside a batch', () => {
    expect(commandToResume(COMMAND, [CRAWL], OUTPUT)).toBe('quarry crawl follow c-1');
    expect(commandToResume(COMMAND, [CRAWL, JOB], OUTPUT)).toBe('quarry batch follow c-1 j-1');
    const files = { ...OUTPUT, out: 'pages', format: 'files' } as const;
    expect(commandToResume(COMMAND, [CRAWL], files)).toBe(
      'quarry crawl results c-1 --follow --out pages --format files',
    );
  });

  it('shows what left pages out, and no percentage while pages are found', () => {
    const status = 'in_progress' as const;
    const running = { ...STATUS, status, discoveredCount: 1_200, limitsHit: ['limit'] };
    const lines = describeStatus(CRAWL, running).split('\n');
    expect(lines).toContain('addresses  1,200 known');
    expect(lines).toContain('left out   addresses, by limit');
    expect(lines).toContain('ended      6: 4 ok, 2 failed');
    expect(describeStatus(CRAWL, STATUS)).toContain('ended      6 (100 %): 4 ok');
  });
});
