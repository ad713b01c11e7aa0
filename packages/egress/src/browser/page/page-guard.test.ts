import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { FetchRequest } from '../../port.js';
import { createTargetRule } from '../../target/target-rule.js';
import { readAdblockList } from '../blocking/ad-rules.js';
import { guardPage } from './page-guard.js';

const TARGET = 'http://www.shop.example/';
const OWN_HEADERS = { accept: '*/*' };

interface Asked {
  readonly url: string;
  readonly isDocument?: boolean;
}

/** What becomes of one request of a guarded page: the headers that it goes on with, or why it does not. */
const ask = async (options: Partial<FetchRequest>, { url, isDocument = false }: Asked): Promise<unknown> => {
  const mainFrame = {};
  const done = async (): Promise<void> => undefined;
  const page = Object.assign(new EventEmitter(), {
    url: () => 'about:blank',
    mainFrame: () => mainFrame,
    setRequestInterception: done,
    setBypassServiceWorker: done,
  });
  await guardPage({
    page: page as unknown as Page,
    context: new EventEmitter() as unknown as BrowserContext,
    request: { url: TARGET, tier: 'browser', purpose: 'page', deadlineAtMs: Date.now() + 60_000, ...options },
    rule: createTargetRule(),
    adRules: readAdblockList('||cdn.shop.example^$third-party'),
  });
  return new Promise((resolve) => {
    const one = {
      url: () => url,
      frame: () => mainFrame,
      isNavigationRequest: () => isDocument,
      redirectChain: () => [],
      resourceType: () => (isDocument ? 'document' : 'script'),
      method: () => 'GET',
      headers: () => OWN_HEADERS,
      postData: () => undefined,
      continue: async ({ headers = {} }: { headers?: Record<string, string> } = {}) => resolve(headers),
      abort: async (reason?: string) => resolve(reason ?? 'failed'),
    };
    page.emit('request', one);
  });
};

describe('a caller’s header', () => {
  it.each([
    ['X-HTTP-Method-Override', 'PATCH', true],
    ['X-HTTP-Method-Override', 'GET, trace', false],
    ['X-Method-Override', 'CONNECT', false],
    ['X-Plain', 'TRACE', true],
    ['Cookie2', '$Version=1', false],
    ['Proxy-Hint', 'a', false],
  ])('%s: %s goes on with the document where browsers send such a one: %s', async (name, value, isSent) => {
    const headers = await ask({ headers: { [name]: value, 'x-beside': 'b' } }, { url: TARGET, isDocument: true });
    const sent = isSent ? { [name.toLowerCase()]: value } : {};
    expect(headers).toEqual({ ...OWN_HEADERS, 'x-beside': 'b', ...sent });
  });
});

describe('a request of a page that has no address yet', () => {
  it('counts as one of the target’s', async () => {
    const own = { url: 'http://cdn.shop.example/own.js' };
    expect(await ask({ blockAds: true }, own)).toEqual({});
    expect(await ask({ blockAds: true, url: 'http://www.other.example/' }, own)).toBe('blockedbyclient');
  });
});
