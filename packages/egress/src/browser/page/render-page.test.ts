import { describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { createBrowserIdentity } from '../../identity/browser-identity.js';
import type { EgressProxy } from '../../egress-proxy.js';
import { createTargetRule } from '../../target/target-rule.js';
import type { Crash } from '../process/crash-watch.js';
import type { PageLimits } from './page-limits.js';
import { renderPage } from './render-page.js';
import { createTenants, LOOKS_UNTIL_SUSPECTED, type Tenants } from '../tenants.js';

const never = <T>(): Promise<T> => new Promise(() => undefined);

interface Situation {
  readonly connected?: boolean;
  readonly signal?: AbortSignal;
  readonly crashed?: Promise<Crash>;
  readonly limits?: PageLimits;
  readonly tenants?: Tenants;
}

/** A browser that only opens a context, or does not: what is tested is what that says about the browser. */
const render = (open: () => Promise<BrowserContext>, situation: Situation = {}) => {
  const { connected = true, signal = new AbortController().signal, crashed = never<Crash>(), limits } = situation;
  const { tenants = createTenants({ readBytes: async () => 0 }) } = situation;
  return renderPage({
    chromium: {
      browser: { connected, createBrowserContext: open } as unknown as Browser,
      crashes: { whenCrashed: () => crashed, expectCrash: () => undefined },
      tenants,
    },
    proxy: { port: 1 } as EgressProxy,
    request: { url: 'http://a.example/', tier: 'browser', purpose: 'page', deadlineAtMs: Date.now() + 60_000 },
    rule: createTargetRule(),
    identity: createBrowserIdentity(140),
    maxBodyBytes: 1_000,
    signal,
    limits,
    isWanted: () => false,
  });
};

const refuse = () => Promise.reject(new Error('Target.createBrowserContext timed out.'));
const contextOf =
  (newPage: () => Promise<Page>, close = () => Promise.resolve()) =>
  async () =>
    ({ newPage, close }) as unknown as BrowserContext;
/** A page that takes none of its settings. */
const deafPage = { setViewport: never, createCDPSession: never, on: () => undefined } as unknown as Page;

describe('a browser that opens no page', () => {
  it('is hung while it is connected, and the page is rendered by another', async () => {
    expect(await render(refuse)).toEqual({ end: 'crashed', isHung: true, isAsked: false });
  });

  it('is just gone when it is not connected', async () => {
    expect(await render(refuse, { connected: false })).toEqual({ end: 'crashed', isHung: false, isAsked: false });
  });

  it.each<[string, () => Promise<BrowserContext>, PageLimits]>([
    ['a context', never, { openContextMs: 20, closeMs: 20 }],
    ['a page', contextOf(never), { openPageMs: 20 }],
    ['a page that takes its settings', contextOf(async () => deafPage), { preparePageMs: 20 }],
  ])('is given its time for %s, and no more', async (_name, open, limits) => {
    expect(await render(open, { limits })).toMatchObject({ end: 'crashed' });
  });
});

describe('a renderer that dies while its page is being opened', () => {
  it.each<[string, () => Promise<Page>]>([
    ['before there is one', never],
    ['while it takes its settings', async () => deafPage],
  ])('ends the page at once, %s', async (_name, newPage) => {
    const crashed = Promise.resolve<Crash>('crashed');
    expect(await render(contextOf(newPage), { crashed })).toEqual({ end: 'crashed', isHung: false, isAsked: false });
  });

  it.each<[Crash, string, string]>([
    ['memory', 'too_large', 'page_memory_too_large'],
    ['cpu', 'page_timeout', 'page_cpu_exhausted'],
  ])('is the fault of the page when it took too much: %s', async (how, verdict, reason) => {
    const { end } = await render(contextOf(never), { crashed: Promise.resolve(how) });
    expect(end).toMatchObject({ isAnswered: false, verdict, reason });
  });
});

describe('a page that may keep too much with the browser', () => {
  it.each([
    ['is guilty when its end gives that back', 100, { verdict: 'too_large', reason: 'page_storage_too_large' }],
    ['is rendered anew when it does not', 1_000, 'crashed'],
  ])('%s', async (_name, afterBytes, end) => {
    let bytes = 100;
    const tenants = createTenants({ readBytes: async () => bytes, giveBackMs: 20 });
    const close = async () => void (bytes = afterBytes);
    const rendering = render(contextOf(never, close), { tenants });
    await Promise.resolve();
    for (let look = 0; look < LOOKS_UNTIL_SUSPECTED; look += 1) await tenants.look(1_000, 500);
    const outcome = await rendering;
    expect(outcome.isHung).toBe(false);
    expect(typeof end === 'string' ? outcome.end : outcome).toEqual(
      typeof end === 'string' ? end : expect.objectContaining({ end: expect.objectContaining(end) }),
    );
  });
});

describe('a page that is closed', () => {
  it.each([
    ['does', () => Promise.resolve()],
    ['fails because it is gone already', () => Promise.reject(new Error('no such context'))],
  ])('leaves a browser in use when closing %s', async (_name, close) => {
    const { isHung } = await render(contextOf(never, close), { signal: AbortSignal.abort() });
    expect(isHung).toBe(false);
  });

  it('shows that the browser hangs when closing does not end', async () => {
    const { isHung } = await render(contextOf(never, never), { signal: AbortSignal.abort(), limits: { closeMs: 20 } });
    expect(isHung).toBe(true);
  });
});
