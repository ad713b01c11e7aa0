import { describe, expect, it } from '@jest/globals';
import { answered, unanswered, type TierResult } from '../fetch/raw-page.js';
import { createRobotsGate } from './robots-gate.js';
import {
  MAX_CRAWL_DELAY_MS,
  MAX_ROBOTS_CHARACTERS,
  MAX_ROBOTS_ORIGINS,
  ROBOTS_MAX_AGE_MS,
  ROBOTS_RETRY_AFTER_MS,
} from './robots-limits.js';

const signal = new AbortController().signal;
const FORBID = 'User-agent: *\nDisallow: /a\nCrawl-delay: 3600';

const answer = (statusCode: number, text = ''): TierResult =>
  answered({
    ...{ url: 'x', statusCode, statusText: '', headers: {}, body: Buffer.from(text) },
    ...{ isRedirected: false, isRendered: false },
  });

const startGate = (result: (url: string) => TierResult | Promise<TierResult>) => {
  let nowMs = 0;
  const asked: string[] = [];
  const gate = createRobotsGate({ now: () => nowMs });
  const ask = (url: string, until = signal) =>
    gate.ask(
      new URL(url),
      async (robotsUrl) => {
        asked.push(robotsUrl);
        return result(robotsUrl);
      },
      until,
    );
  return { ask, asked, pass: (ms: number) => void (nowMs += ms) };
};

describe('the robots gate', () => {
  it('asks each origin once a day', async () => {
    const { ask, asked, pass } = startGate(() => answer(200, FORBID));
    const decisions = [
      await ask('https://a.example/a'),
      await ask('https://a.example/b'),
      await ask('http://a.example/a'),
    ];
    expect(decisions.map((decision) => decision?.kind)).toEqual(['disallowed', 'allowed', 'disallowed']);
    expect(decisions[0]).toMatchObject({ crawlDelayMs: MAX_CRAWL_DELAY_MS });
    expect(asked).toEqual(['https://a.example/robots.txt', 'http://a.example/robots.txt']);
    pass(ROBOTS_MAX_AGE_MS - 1);
    await ask('https://a.example/');
    expect(asked).toHaveLength(2);
    pass(1);
    await ask('https://a.example/');
    expect(asked).toHaveLength(3);
  });

  it('asks once for all who wait, and lets each of them leave', async () => {
    const { promise, resolve } = Promise.withResolvers<TierResult>();
    const { ask, asked } = startGate(() => promise);
    const leaving = new AbortController();
    const [left, staying] = [ask('https://a.example/a', leaving.signal), ask('https://a.example/a')];
    leaving.abort();
    expect(await left).toBeUndefined();
    resolve(answer(200, FORBID));
    expect(await staying).toMatchObject({ kind: 'disallowed' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [answer(404, FORBID), 'allowed'],
    [answer(401, FORBID), 'allowed'],
    [answer(304), 'allowed'],
    [answer(206, FORBID), 'disallowed'],
    [answer(500), 'unreachable'],
    [answer(429), 'unreachable'],
    [unanswered('too_large', 'body_too_large'), 'unreachable'],
    [unanswered('connection_error', 'too_many_redirects'), 'allowed'],
    [unanswered('dns_error', 'ENOTFOUND'), 'unanswered'],
    [unanswered('page_timeout', 'page_timeout'), 'unanswered'],
  ])('%j', async (result, kind) => {
    expect(await startGate(() => result).ask('https://a.example/a')).toMatchObject({ kind });
  });

  it('asks a failing server again sooner, and one that gave no answer at once', async () => {
    const failing = startGate(() => answer(500));
    await failing.ask('https://a.example/');
    failing.pass(ROBOTS_RETRY_AFTER_MS - 1);
    await failing.ask('https://a.example/');
    expect(failing.asked).toHaveLength(1);
    failing.pass(1);
    await failing.ask('https://a.example/');
    expect(failing.asked).toHaveLength(2);
    const gone = startGate(() => unanswered('connection_error', 'ECONNREFUSED'));
    await gone.ask('https://a.example/');
    await gone.ask('https://a.example/');
    expect(gone.asked).toHaveLength(2);
    const broken = startGate(() => Promise.reject(new Error('a fault')));
    expect(await broken.ask('https://a.example/')).toMatchObject({ kind: 'unreachable' });
  });

  it('remembers so many origins, and so much in all', async () => {
    const many = startGate(() => answer(404));
    for (let at = 0; at <= MAX_ROBOTS_ORIGINS; at += 1) await many.ask(`https://o${at}.example/`);
    await many.ask(`https://o${MAX_ROBOTS_ORIGINS}.example/`);
    expect(many.asked).toHaveLength(MAX_ROBOTS_ORIGINS + 1);
    await many.ask('https://o0.example/');
    expect(many.asked).toHaveLength(MAX_ROBOTS_ORIGINS + 2);
    const large = startGate(() => answer(200, `User-agent: *\nDisallow: /${'x'.repeat(500_000)}`));
    const fits = Math.floor(MAX_ROBOTS_CHARACTERS / 500_200);
    for (let at = 0; at < fits + 1; at += 1) await large.ask(`https://o${at}.example/`);
    const before = large.asked.length;
    await large.ask(`https://o${fits}.example/`);
    expect(large.asked).toHaveLength(before);
    await large.ask('https://o0.example/');
    expect(large.asked).toHaveLength(before + 1);
  });
});
