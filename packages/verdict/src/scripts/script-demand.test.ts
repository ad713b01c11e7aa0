import { describe, expect, it } from '@jest/globals';
import { judge } from '../judge.js';
import { ENOUGH_TEXT_CHARS } from '../evidence/page-shape.js';

const URL_OF_PAGE = 'https://shop.example/item/1';
const PROSE = 'A long and quite ordinary paragraph. '.repeat(Math.ceil(ENOUGH_TEXT_CHARS / 30));

const page = (text: string, { tier = 'http' }: { readonly tier?: 'http' | 'browser' } = {}): ReturnType<typeof judge> =>
  judge({
    purpose: 'page',
    requestedUrl: URL_OF_PAGE,
    url: URL_OF_PAGE,
    statusCode: 200,
    headers: {},
    text,
    mediaType: 'text/html',
    tier,
    bodyBytes: text.length,
    isRedirected: false,
  });

describe('a page that asks for scripts', () => {
  it.each([
    ['<p>Please enable JavaScript and cookies to continue</p><script src="/x.js"></script>'],
    ['<h1>JavaScript is disabled</h1><p>Please enable JavaScript in your browser and reload the page.</p>'],
    ['<title>shop.example</title><div>shop.example</div><div>You need to enable JavaScript to run this app.</div>'],
    ['<h1>Sorry!</h1><p>This site does not work without JavaScript.'],
    ['<p>请启用JavaScript</p>'],
  ])('calls a page that says nothing else in a browser a soft block: %s', (html) => {
    expect(page(html)).toEqual({ verdict: 'script_wall', reason: 'says_enable_javascript' });
    expect(page(html, { tier: 'browser' })).toEqual({ verdict: 'soft_block', reason: 'says_enable_javascript' });
  });

  it.each([
    ['<title>FAQ</title><h2>Do I need to enable JavaScript?</h2><p>No, our API works without it.</p>'],
    ['<h2>FAQ</h2><p>You do not need to enable JavaScript.</p>'],
    ['<p>This page works without JavaScript.</p>'],
    ['<h1>Day one</h1><p>My first post.</p><div>Please enable JavaScript to view the comments powered by Disqus</div>'],
    ['<div>Please enable JavaScript to view the comments powered by Disqus</div>'],
    ['<h1>Lamps</h1><p>A lamp for the yard, 12 kr.</p><p>This shop requires JavaScript for the cart only</p>'],
    ['<h1>Lamps</h1><div>You need to enable JavaScript to run this app in full and with all there is to it.</div>'],
    ['<div>A lamp for the yard, 12 kr, and a lamp for the house.</div><div>Please enable JavaScript.</div>'],
    [`<p>Please enable JavaScript.</p><p>${PROSE}`],
  ])('takes a page that can be read for what it is: %s', (html) => {
    expect(page(html, { tier: 'browser' })).toEqual({ verdict: 'ok' });
    const scripted = page(`${html}</p><script src=/x.js></script>`);
    if (scripted.verdict !== 'ok') expect(scripted.reason).toMatch(/^(?:asks_for_javascript|short_scripted_page)$/);
  });
});
