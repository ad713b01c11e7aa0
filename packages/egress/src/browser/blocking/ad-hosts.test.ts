import { describe, expect, it } from '@jest/globals';
import { AD_HOSTS, isAdHost } from './ad-hosts.js';

describe('ad hosts', () => {
  it('are sorted, single and in plain host spelling', () => {
    expect([...new Set(AD_HOSTS)].sort()).toEqual(AD_HOSTS);
    for (const host of AD_HOSTS) expect(new URL(`http://${host}/`).hostname).toBe(host);
  });

  it.each([
    ['doubleclick.net', true],
    ['securepubads.g.doubleclick.net', true],
    ['notdoubleclick.net', false],
    ['doubleclick.net.example', false],
    ['google.com', false],
    ['adservice.google.com', true],
    ['net', false],
    ['', false],
  ])('%s: %p', (host, expected) => expect(isAdHost(host, 'shop.example')).toBe(expected));

  it('are none on their own pages', () => {
    expect(isAdHost('cdn.hotjar.com', 'www.hotjar.com')).toBe(false);
    expect(isAdHost('cdn.hotjar.com', 'www.mixpanel.com')).toBe(true);
  });
});
