import { describe, expect, it } from '@jest/globals';
import { REMOVED_HEADER, type Verdict } from '@quarry/contracts';
import type { FetchOutcome } from '@quarry/egress';
import type { RequestRow } from '@quarry/store';
import type { OperationContext } from '@quarry/worker-runtime';
import { createScrapeWeb } from '../scrape-web.js';
import { htmlPage, scriptedFetcher } from '../../test/scripted-fetcher.js';
import { webParams } from '../../test/web-params.js';

const SECRET = 'sid=value-of-a-session';
const END = { changes: [], exit: { id: 'direct' } };

const scrape = async (verdict: Verdict, isUsable = true) => {
  const page = htmlPage('<p>x', { headers: { 'content-type': 'text/html', 'set-cookie': SECRET } });
  const fetcher = scriptedFetcher({ http: { verdict, page, session: END } });
  const kept: FetchOutcome[] = [];
  const session = {
    fetch: { cookies: [], exitId: 'direct' },
    keep: async (outcome: FetchOutcome) => {
      kept.push(outcome);
      return ['a warning of the session'];
    },
  };
  const run = createScrapeWeb(
    async () => ({ outcome: 'extracted', content: { warnings: ['a warning of the content'] } }) as never,
    () => ({ readDocument: async () => Promise.reject(new Error('not read')), convertedOf: () => undefined }),
    undefined,
    async () => (isUsable ? session : { verdict: 'session_refused', reason: 'sealed' }),
  );
  const params = webParams({ session: 'anna', jsRendering: false });
  // safe because nothing else of them is read
  const row = { id: 'r', accountId: 'a', params, deadlineAtMs: Date.now() + 60_000 } as unknown as RequestRow;
  const outcome = await run(row, {
    ...{ fetcher, signal: new AbortController().signal, putFile: async (name: string) => `http://f.test/${name}` },
  } as unknown as OperationContext);
  return { outcome, kept, requests: fetcher.requests };
};

describe('a page of a session', () => {
  it('is fetched with it, keeps what the page did, and shows no cookie', async () => {
    const { outcome, kept, requests } = await scrape('ok');
    expect(requests[0]?.session).toEqual({ cookies: [], exitId: 'direct' });
    expect(kept).toHaveLength(1);
    expect(outcome.result).toMatchObject({
      headers: { 'content-type': 'text/html', 'set-cookie': REMOVED_HEADER },
      warnings: ['a warning of the session', 'a warning of the content'],
    });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  it('keeps what a page did that the target does not have, and nothing of a failure', async () => {
    expect((await scrape('target_4xx')).kept).toHaveLength(1);
    expect((await scrape('target_5xx')).kept).toHaveLength(0);
  });

  it('is not fetched where the session cannot be used', async () => {
    const { outcome, requests } = await scrape('ok', false);
    expect(outcome).toEqual({ verdict: 'session_refused', reason: 'sealed' });
    expect(requests).toEqual([]);
  });
});
