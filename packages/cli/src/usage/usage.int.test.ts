import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createTestStreams } from '../../test/test-streams.js';
import { runClient } from '../run-client.js';
import { MAX_PAGES } from './spending.js';

const USAGE = {
  ...{ totalCredits: 1_000, availableCredits: 900, heldCredits: 10, concurrentRequests: 8, availableConcurrency: 7 },
  ...{ periodStart: '2026-03-01T00:00:00.000Z', periodEnd: '2026-03-31T00:00:00.000Z' },
  ...{ freeCreditsUsed: 3, freeCreditsBudget: 600, storedBytes: 2_097_152, storedBytesLimit: 1_073_741_824 },
};
const call = (day: string, operation: string, creditsCharged: number, more = {}) => ({
  ...{ operation, creditsCharged, createdAt: `2026-${day}T10:00:00.000Z`, id: 'r', jobId: 'j', status: 'ok' },
  ...more,
});
const REQUESTS = [call('03-03', 'scrape/web', 1), call('03-02', 'enginea/serp', 10), call('03-02', 'scrape/web', 1)];
const BATCHES = [
  call('03-04', 'scrape/web', 50, { requestsCount: 60 }),
  call('03-02', 'scrape/web', 5, { requestsCount: 5 }),
  call('02-01', 'scrape/web', 7, { requestsCount: 7 }),
];

const run = async (args: readonly string[], isEndless = false) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a');
    asked.push(request.url ?? '');
    const next = `http://a/x?cursor=c${asked.length}`;
    const second = searchParams.has('cursor');
    const pages: Readonly<Record<string, unknown>> = {
      '/user/me/usage': USAGE,
      '/requests': {
        requests: second ? REQUESTS.slice(2) : REQUESTS.slice(0, 2),
        ...(second ? {} : { nextPage: next }),
      },
      '/batches': { batches: BATCHES, nextPage: next },
    };
    const endless = { requests: REQUESTS.slice(0, 1), nextPage: next };
    const data = isEndless && pathname === '/requests' ? endless : pages[pathname];
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { QUARRY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, QUARRY_API_KEY: 'qk_a' };
  try {
    const { streams } = createTestStreams();
    const host = { command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0', streams, env };
    return { ...(await runClient(['usage', ...args], host)), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe('quarry usage', () => {
  it('says what is left and held', async () => {
    const { out } = await run(['--pretty']);
    expect(out.split('\n').map((line) => line.replace(/ +/, ': '))).toEqual([
      'credits: 900 of 1,000 left',
      'held: 10 by running requests and batches',
      'period: 2026-03-01 00:00:00 to 2026-03-31 00:00:00 UTC',
      'requests: 1 running of 8 at once',
      'free: work    3 of 600 credits in the last hour',
      'stored: files 2.0 MB of 1.0 GB',
      '',
    ]);
    expect(JSON.parse((await run([])).out)).toEqual(USAGE);
  });

  it('adds up requests and batches of the period, by day and by operation', async () => {
    const byDay = JSON.parse((await run(['--by', 'day'])).out) as { rows: unknown[] };
    expect(byDay).toMatchObject({ since: USAGE.periodStart, isWhole: true });
    expect(byDay.rows).toEqual([
      { key: '2026-03-02', requests: 7, batches: 1, creditsCharged: 16 },
      { key: '2026-03-03', requests: 1, batches: 0, creditsCharged: 1 },
      { key: '2026-03-04', requests: 60, batches: 1, creditsCharged: 50 },
    ]);
    const { out, asked } = await run([
      '--by',
      'operation',
      '--since',
      '2026-03-02',
      '--until',
      '2026-03-04',
      '--pretty',
    ]);
    expect(out).toBe(
      'OPERATION     REQUESTS  BATCHES  CREDITS\nenginea/serp         1        0       10\nscrape/web           7        1        7\n',
    );
    expect(asked).toContain('/requests?limit=100&since=2026-03-02&until=2026-03-04');
    // The oldest batch of a page is older than the time that is asked for.
    expect(asked.filter((url) => url.startsWith('/batches'))).toHaveLength(1);
  });

  it('stops at its bound, and says so', async () => {
    const { asked, err, out } = await run(['--by', 'day'], true);
    expect(asked.filter((url) => url.startsWith('/requests'))).toHaveLength(MAX_PAGES);
    expect(err).toContain('Only the newest 10,000 were counted');
    expect(JSON.parse(out)).toMatchObject({ isWhole: false });
  });

  it.each([[['--by', 'week']], [['--since', '2026-03-01']], [['--by', 'day', '--since', 'soon']]])(
    '%j is a usage error',
    async (args) => {
      expect(await run(args)).toMatchObject({ exitCode: 2, asked: [] });
    },
  );
});
