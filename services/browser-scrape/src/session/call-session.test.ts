import { describe, expect, it } from '@jest/globals';
import { SESSION_WARNINGS, type WebScrapeParams } from '@quarry/contracts';
import type { FetchOutcome } from '@quarry/egress';
import type { Logger } from '@quarry/observability';
import type { OpenedSession, SessionExit, Sessions } from '@quarry/sessions';
import { htmlPage } from '../../test/scripted-fetcher.js';
import { webParams } from '../../test/web-params.js';
import { createCallSessions, type CallSession } from './call-session.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const ROW = { id: 'request-1', accountId: 'account-1' };
const DIRECT: SessionExit = { id: 'direct', proxyType: 'datacenter' };
const GERMAN: SessionExit = { id: 'x.DE.1', proxyType: 'residential', country: 'DE' };

const openFor = (
  opened: OpenedSession | SessionExit | undefined,
  params: Partial<WebScrapeParams> | null = {},
  saved: Awaited<ReturnType<Sessions['save']>> | Error = 'saved',
) => {
  const saves: unknown[] = [];
  const exit = opened && 'id' in opened ? opened : undefined;
  const sessions = {
    open: async (accountId: string, name: string) =>
      opened && 'outcome' in opened
        ? opened
        : { outcome: 'open', session: { accountId, name, jarId: 'j', cookies: [], exit } },
    save: async (_: unknown, use: unknown) => {
      saves.push(use);
      if (saved instanceof Error) throw saved;
      return saved;
    },
  } as unknown as Sessions;
  const opening = createCallSessions(sessions, silent)(
    ROW,
    webParams(params === null ? {} : { session: 'anna', ...params }),
  );
  return { opening, saves };
};
const end = (exit = { id: 'direct' }): FetchOutcome => ({
  ...{ verdict: 'ok', tier: 'http', proxyType: 'datacenter', attempts: 1 },
  ...{ page: htmlPage('x', { url: 'https://www.shop.example/in' }), session: { changes: [], exit } },
});

describe('the session of a call', () => {
  it('is none where the call names none', async () => {
    expect(await openFor(undefined, null).opening).toBeUndefined();
  });

  it.each(['too_many', 'no_secret', 'sealed'] as const)('refuses the call, free, where it is %s', async (outcome) => {
    expect(await openFor({ outcome }).opening).toMatchObject({
      verdict: 'session_refused',
      message: expect.stringMatching(/\.$/),
    });
  });

  it.each<[string, SessionExit, Partial<WebScrapeParams>, boolean]>([
    ['its own pool', DIRECT, { proxyType: 'datacenter' }, true],
    ['no pool where it has the default one', DIRECT, {}, true],
    ['another pool', DIRECT, { proxyType: 'residential' }, false],
    ['a country where its exit has none', DIRECT, { proxyCountry: 'DE' }, false],
    ['its own country', GERMAN, { proxyType: 'residential', proxyCountry: 'DE' }, true],
    ['no country', GERMAN, { proxyType: 'residential' }, true],
    ['another country', GERMAN, { proxyType: 'residential', proxyCountry: 'FR' }, false],
    ['no pool where it has a dearer one, which would change the price', GERMAN, {}, false],
  ])('serves a call by the exit that it keeps: %s', async (_, exit, params, isServed) => {
    const opened = await openFor(exit, params).opening;
    if (isServed) expect(opened).toMatchObject({ fetch: { exitId: exit.id } });
    else expect(opened).toMatchObject({ verdict: 'session_refused', reason: 'other_exit' });
  });

  it('keeps what the page did, at the host where it ended', async () => {
    const { opening, saves } = openFor(undefined);
    expect(await ((await opening) as CallSession).keep(end())).toEqual([]);
    expect(saves).toEqual([{ changes: [], host: 'www.shop.example', exit: DIRECT }]);
  });

  it.each([
    ['dropped', SESSION_WARNINGS.cookiesDropped],
    ['deleted', SESSION_WARNINGS.deleted],
    ['busy', SESSION_WARNINGS.notSaved],
    ['sealed', SESSION_WARNINGS.notSaved],
    [new Error('the store is away'), SESSION_WARNINGS.notSaved],
  ] as const)('says what became of its cookies: %s', async (saved, warning) => {
    const opened = (await openFor(DIRECT, {}, saved).opening) as CallSession;
    expect(await opened.keep(end())).toEqual([warning]);
  });

  it('says that its exit is gone', async () => {
    const opened = (await openFor({ ...DIRECT, id: 'gone' }).opening) as CallSession;
    expect(await opened.keep(end())).toEqual([SESSION_WARNINGS.exitChanged]);
  });
});
