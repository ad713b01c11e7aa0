import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { ARTICLE_EMAILS, ARTICLE_TITLE, CATALOGUE, JAPANESE_HEADING, PRODUCT } from './pages.js';
import { DEFAULT_DELAY_MS, MAX_DELAY_MS, slowDelayMs, startDemoSite, type DemoSite } from './start-demo-site.js';

let site: DemoSite;
beforeAll(async () => {
  site = await startDemoSite();
});
afterAll(() => site.close());

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(site.url + path, init);

describe('the demo site', () => {
  it('has an article with everything a page can hold', async () => {
    const answer = await get('/journal/slate');
    expect(answer.status).toBe(200);
    const html = await answer.text();
    for (const part of [
      `<h1>${ARTICLE_TITLE}</h1>`,
      '<ol>',
      '<ul>',
      '<table>',
      '<pre><code',
      '<blockquote>',
      'ld+json',
    ]) {
      expect(html).toContain(part);
    }
    const plain = html.replaceAll(' [at] ', '@').replaceAll(' [dot] ', '.');
    for (const email of ARTICLE_EMAILS) expect(plain).toContain(email);
  });

  it('sends Japanese in Shift_JIS and says so in the document only', async () => {
    const answer = await get('/ja');
    expect(answer.headers.get('content-type')).toBe('text/html');
    const bytes = await answer.arrayBuffer();
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(bytes)).toContain(`<h1>${JAPANESE_HEADING}</h1>`);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  });

  it('has a product that is not in the page but in what its script fetches', async () => {
    expect(await (await get('/shop/lantern')).text()).not.toContain(PRODUCT.price);
    expect(await (await get('/api/products/lantern')).json()).toEqual(PRODUCT);
  });

  it('has data as JSON', async () => {
    const answer = await get('/catalogue.json');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual(CATALOGUE);
  });

  it('has a challenge in place of a page', async () => {
    const answer = await get('/members');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('cf-mitigated')).toBe('challenge');
    expect(await answer.text()).toContain('/cdn-cgi/challenge-platform/');
  });

  it.each(['/nothing', '/journal', '//journal/slate'])('has no %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it.each(['/', '/style.css', '/images/quarry.svg', '/images/lantern.svg', '/robots.txt'])('has %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBeGreaterThan(10);
  });

  it('answers HEAD without a body', async () => {
    const answer = await get('/', { method: 'HEAD' });
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
    expect(await answer.text()).toBe('');
  });

  it.each([
    ['20', 20],
    ['-5', 0],
  ])('is slow by %s ms when asked', async (asked, delayMs) => {
    const startedAt = performance.now();
    expect(await (await get(`/slow?ms=${asked}`)).text()).toContain(`took ${delayMs} milliseconds`);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(delayMs - 2);
  });

  it.each([
    ['', DEFAULT_DELAY_MS],
    ['?ms=x', DEFAULT_DELAY_MS],
    [`?ms=${MAX_DELAY_MS}`, MAX_DELAY_MS],
    [`?ms=${MAX_DELAY_MS + 1}`, MAX_DELAY_MS],
  ])('takes for "%s" %d ms', (query, delayMs) => {
    expect(slowDelayMs(new URL(`http://site.test/slow${query}`))).toBe(delayMs);
  });

  it('closes while a slow page is due', async () => {
    const own = await startDemoSite();
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n', () => resolve());
    });
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.on('error', () => undefined);
    });
    await own.close();
    await closed;
  });
});
