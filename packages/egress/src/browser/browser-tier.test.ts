import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { createBrowserIdentity } from '../identity/browser-identity.js';
import { createGuardedLookup } from '../target/guarded-lookup.js';
import type { FetchRequest } from '../port.js';
import { createTargetRule } from '../target/target-rule.js';
import { startTimeBudget } from '../fetch/time-budget.js';
import type { BrowserLease } from './browser-pool.js';
import { createBrowserTier, MAX_CRASH_RETRIES } from './browser-tier.js';
import type { ChromiumProcess } from './process/chromium-process.js';
import type { Crash } from './process/crash-watch.js';
import { createTenants } from './tenants.js';

const done = async (): Promise<void> => undefined;
const never = <T>(): Promise<T> => new Promise(() => undefined);

/** A browser whose page can be opened, and crashes at once: `isAsked` once its target is to be asked, or before. */
const createLease = (isAsked: boolean): BrowserLease => {
  const { promise: crashed, resolve: crash } = Promise.withResolvers<Crash>();
  const ask = (): Promise<never> => {
    crash('crashed');
    return never();
  };
  const steps = {
    setViewport: isAsked ? done : ask,
    evaluateOnNewDocument: done,
    setUserAgent: done,
    setRequestInterception: done,
    setBypassServiceWorker: ask,
    goto: done,
    createCDPSession: async () => ({ send: done }),
  };
  const page = Object.assign(new EventEmitter(), steps) as unknown as Page;
  const context = Object.assign(new EventEmitter(), { newPage: async () => page, close: done });
  return {
    process: {
      browser: { connected: true, createBrowserContext: async () => context } as unknown as Browser,
      tenants: createTenants({ readBytes: async () => 0 }),
      crashes: { whenCrashed: () => crashed, expectMemoryCrash: () => undefined },
    } as unknown as ChromiumProcess,
    isWanted: () => false,
    release: done,
  };
};

type Method = NonNullable<FetchRequest['method']>;

/** How a page of crashing browsers ends, and how many of them it took. */
const fetchCrashing = async (method: Method, isAsked: boolean) => {
  let browsers = 0;
  const lease = async (): Promise<BrowserLease> => {
    browsers += 1;
    return createLease(isAsked);
  };
  const rule = createTargetRule();
  const tier = createBrowserTier({
    pool: { lease, close: done },
    rule,
    lookup: createGuardedLookup({ rule }),
    identity: createBrowserIdentity(),
    http: { fetch: () => Promise.reject(new Error('nothing is fetched')) },
    maxBodyBytes: 1_000,
  });
  const deadlineAtMs = Date.now() + 60_000;
  const budget = startTimeBudget({ signal: new AbortController().signal, deadlineAtMs, pageTimeoutMs: 60_000 });
  const request: FetchRequest = { url: 'http://a.example/', method, tier: 'browser', purpose: 'page', deadlineAtMs };
  const result = await tier.fetch(request, budget);
  budget.end();
  return { result, browsers };
};

describe('a page whose browser breaks down', () => {
  it.each<[string, Method, boolean, number]>([
    ['is rendered again', 'GET', true, 1 + MAX_CRASH_RETRIES],
    ['is rendered again with a form that was not sent', 'POST', false, 1 + MAX_CRASH_RETRIES],
    ['is given up with a form that may have been sent', 'POST', true, 1],
  ])('%s', async (_name, method, isAsked, browsers) => {
    expect(await fetchCrashing(method, isAsked)).toMatchObject({
      result: { isAnswered: false, verdict: 'internal_error', reason: 'browser_crashed' },
      browsers,
    });
  });
});
