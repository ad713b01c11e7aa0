import { describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext } from 'puppeteer-core';
import { createBrowserIdentity } from '../browser-identity.js';
import type { EgressProxy } from '../egress-proxy.js';
import { createTargetRule } from '../target-rule.js';
import { renderPage } from './render-page.js';

/** A browser that only opens a context, or does not: what is tested is what that says about the browser. */
const render = (
  open: () => Promise<BrowserContext>,
  { connected = true, signal = new AbortController().signal } = {},
) =>
  renderPage({
    browser: { connected, createBrowserContext: open } as unknown as Browser,
    proxy: { port: 1 } as EgressProxy,
    request: { url: 'http://a.example/', tier: 'browser', purpose: 'page', deadlineAtMs: Date.now() + 60_000 },
    rule: createTargetRule(),
    identity: createBrowserIdentity(140),
    maxBodyBytes: 1_000,
    signal,
  });

const refuse = () => Promise.reject(new Error('Target.createBrowserContext timed out.'));

describe('a browser that opens no page', () => {
  it('is hung while it is connected, and the page is rendered by another', async () => {
    expect(await render(refuse)).toEqual({ end: 'crashed', isHung: true });
  });

  it('is just gone when it is not connected', async () => {
    expect(await render(refuse, { connected: false })).toEqual({ end: 'crashed', isHung: false });
  });
});

describe('a page that is closed', () => {
  it.each([
    ['does', () => Promise.resolve()],
    ['fails because it is gone already', () => Promise.reject(new Error('no such context'))],
  ])('leaves a browser in use when closing %s', async (_name, close) => {
    const newPage = () => new Promise(() => undefined);
    const context = { newPage, close } as unknown as BrowserContext;
    const { isHung } = await render(async () => context, { signal: AbortSignal.abort() });
    expect(isHung).toBe(false);
  });
});
