import { describe, expect, it } from '@jest/globals';
import type { CookieChange, KeptCookie, Verdict } from '@quarry/contracts';
import type { FetchOutcome, FetchRequest, FetchSession, SessionEnd } from '../port.js';
import { ExitTrail } from './exit-trail.js';
import { fetchByPlan } from './fetch-by-plan.js';

const cookie = (name: string, value = '1'): KeptCookie => ({
  ...{ name, value, domain: 'shop.example', path: '/', isHostOnly: true, isSecure: true, isHttpOnly: true, setAtMs: 1 },
});
const gone = (name: string): CookieChange => ({ ...cookie(name), isDeleted: true });

const end = (tier: 'http' | 'browser', verdict: Verdict, session?: SessionEnd): FetchOutcome => ({
  ...{ tier, verdict, proxyType: 'datacenter', attempts: 1, session },
});
const by = (exitId: string, ...changes: CookieChange[]): SessionEnd => ({ changes, exit: { id: exitId } });
const words = (cookies: readonly CookieChange[] = []): string[] =>
  cookies.map(({ name, value, isDeleted }) => (isDeleted ? `-${name}` : `${name}=${value}`));

/** One call by plain HTTP and then in the browser. */
const call = async (session: FetchSession | undefined, ends: readonly FetchOutcome[]) => {
  const requests: FetchRequest[] = [];
  const fetcher = {
    fetch: async (request: FetchRequest) => {
      requests.push(request);
      return ends[requests.length - 1] ?? end('browser', 'internal_error');
    },
    close: async () => undefined,
  };
  const planned = {
    ...({ plan: { tiers: ['http', 'browser'] }, exits: new ExitTrail('r') } as const),
    requestBy: () => ({ url: 'https://shop.example/', purpose: 'page', deadlineAtMs: 1, session }) as const,
  };
  const { outcome } = await fetchByPlan(fetcher, planned, new AbortController().signal);
  const sessions = requests.map((request) => request.session);
  return { begun: sessions, sent: sessions.map((one) => words(one?.cookies)), kept: words(outcome.session?.changes) };
};

describe('what a page that needs scripts sets', () => {
  const wall = end('http', 'script_wall', by('x', cookie('a', '2'), gone('b'), cookie('c')));
  const session = { cookies: [cookie('a'), cookie('b'), cookie('d')] };

  it('is sent by the browser that opens it next, by the same exit, and is kept', async () => {
    const { begun, sent, kept } = await call(session, [wall, end('browser', 'ok', by('x'))]);
    expect(sent).toEqual([['a=1', 'b=1', 'd=1'], ['a=2', 'd=1', 'c=1']]); // oxfmt-ignore
    expect(begun.map((one) => one?.exitId)).toEqual([undefined, 'x']);
    expect(kept).toEqual(['a=2', '-b', 'c=1']);
  });

  it('is not kept as it was where the browser changes it again', async () => {
    const changed = by('x', gone('a'), cookie('b', '3'), cookie('e'));
    const { kept } = await call(session, [wall, end('browser', 'ok', changed)]);
    expect(kept).toEqual(['-a', 'b=3', 'c=1', 'e=1']);
  });

  it('is kept where there is no browser', async () => {
    expect((await call(session, [wall])).kept).toEqual(['a=2', '-b', 'c=1']);
  });

  it('goes nowhere without a session', async () => {
    expect((await call(undefined, [end('http', 'script_wall'), end('browser', 'ok')])).begun).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('what a refusal sets', () => {
  it.each(['blocked', 'soft_block', 'consent'] as const)('is forgotten, such as that of %s', async (verdict) => {
    const refused = end('http', verdict, by('x', cookie('marked')));
    const { begun, kept } = await call({ cookies: [cookie('a')] }, [
      refused,
      end('browser', 'ok', by('y', cookie('b'))),
    ]);
    expect(begun).toEqual([{ cookies: [cookie('a')] }, { cookies: [cookie('a')] }]);
    expect(kept).toEqual(['b=1']);
  });
});
