import { describe, expect, it } from '@jest/globals';
import { ENOUGH_TEXT_CHARS, readPageShape, SHAPE_LIMITS, VISIBLE_TEXT_CHARS } from '../evidence/page-shape.js';
import { isReadableAsServed, LITTLE_TEXT_CHARS, scriptNeed } from './script-need.js';

const needOf = (html: string): ReturnType<typeof scriptNeed> => scriptNeed(readPageShape(html));
const needs = (html: string): boolean => needOf(html) !== undefined;

describe('the need of scripts', () => {
  it.each([
    ['a React shell', '<title>App</title><div id="root"></div><script src="/static/js/main.js"></script>'],
    ['a shell with a spinner', '<div id="app"><p>Loading...</p></div><script type="module" src="/a.js"></script>'],
    ['a shell in the next framework', '<div id="__next"></div><script src="/_next/a.js"></script>'],
    ['an Angular shell', '<app-root></app-root><script src="main.js"></script>'],
    [
      'a noscript that asks',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div></div><script src=a.js></script>',
    ],
    ['visible words that ask', '<p>JavaScript is required to view this page.</p><script src=a.js></script>'],
    ['words in German', '<p>Bitte aktivieren Sie JavaScript</p><script src=a.js></script>'],
    ['words in French', '<p>Veuillez activer JavaScript</p><script src=a.js></script>'],
    ['words in Chinese', '<p>请启用JavaScript</p><script src=a.js></script>'],
    ['words in Japanese', '<p>JavaScriptを有効にしてください</p><script src=a.js></script>'],
    ['a meta refresh', '<meta http-equiv="refresh" content="0; url=/home"><p>Redirecting'],
    ['a redirect by script', '<script>window.location.href = "/home";</script>'],
    ['a redirect by replace', '<body><script>location.replace("/x")</script></body>'],
    ['a page of scripts alone', '<html><head><script src="/a.js"></script></head><body></body></html>'],
    [
      'a noscript refresh',
      '<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript><script src=a.js></script>',
    ],
    ['a body written anew', '<body><script>document.body.innerHTML="<h1>Prices</h1>"</script></body>'],
    ['a document that is written', '<body><script>document.write("<h1>Prices</h1>")</script></body>'],
    ['an empty main', '<div id="main"></div><script>main.textContent="Prices"</script>'],
    ['an empty box', '<div class="content"></div><script>fill(".content")</script>'],
    ['a page that says it loads', '<p>Loading, please wait</p><script>load()</script>'],
    ['an empty list', '<h1>Prices</h1><ul id=list></ul><script>list.innerHTML="<li>1"</script>'],
    ['a list below a menu', `<nav>${'<a href=/x>Page</a> '.repeat(12)}</nav><ul id=list></ul><script>fill()</script>`],
    ['a body that fills itself when loaded', '<body onload="fill()"><div></div></body>'],
    ['a module', '<div></div><script type=module>fill()</script>'],
    [
      'a short page with a script that may be anything',
      '<h1>Under construction</h1><p>We will be back in the spring of next year, with a new shop.</p><script src="https://stats.example/a.js"></script>',
    ],
  ])('opens %s', (_name, html) => {
    expect(needs(html)).toBe(true);
  });

  it.each([
    ['an ordinary page', `<title>x</title><p>${'Words enough for a page. '.repeat(40)}<script src=a.js></script>`],
    [
      'a filled shell',
      `<div id="root"><h1>Title</h1><p>${'Rendered on the server. '.repeat(30)}</div><script src=a.js></script>`,
    ],
    ['a short page without scripts', '<p>Hello'],
    ['an empty page', ''],
    ['an FAQ without scripts', '<h2>Do I need to enable JavaScript?</h2><p>No, our API works without it.</p>'],
    ['a short page with data alone', '<p>Hello</p><script type="application/ld+json" src=x>{"a":1}</script>'],
    ['a short page with an empty script', '<p>Hello</p><script>\n</script><script type=text/template>x</script>'],
    ['a short page with an embedded state', '<p>Hello</p><script type=application/json>{"html":""}</script>'],
    [
      'a page with a note on its cart',
      `<p>${'Plain words that a reader wants. '.repeat(10)}</p><p>This shop requires JavaScript for the cart only</p><script src=a.js></script>`,
    ],
    [
      'a login page',
      '<title>Log in</title><form><input type=password></form><script>function go(){location.href="/x"}</script>',
    ],
    ['a gallery', `<img src=1><img src=2><img src=3><img src=4><script src=a.js></script>`],
    ['a slow refresh', '<meta http-equiv="refresh" content="300"><p>Live scores'],
    [
      'an article about JavaScript',
      `<h1>How to enable JavaScript</h1><p>${'Open the settings of the browser. '.repeat(30)}<script src=a.js></script>`,
    ],
    [
      'a page with a noscript note',
      `<p>${'Plain words that a reader wants. '.repeat(10)}</p><noscript>Enable JavaScript for comments</noscript><script src=a.js></script>`,
    ],
  ])('leaves %s', (_name, html) => {
    expect(needs(html)).toBe(false);
  });

  it('counts visible text only', () => {
    const hidden = `<div hidden>${'word '.repeat(400)}</div><div style="display:none">${'word '.repeat(400)}</div>`;
    expect(needs(`<div id=root></div>${hidden}<script src=a.js></script>`)).toBe(true);
  });

  it('turns at ENOUGH_TEXT_CHARS', () => {
    const shell = (chars: number): string =>
      `<p>Please enable JavaScript. ${'x'.repeat(chars)}</p><script src=a.js></script>`;
    expect(needs(shell(ENOUGH_TEXT_CHARS - 40))).toBe(true);
    expect(needs(shell(ENOUGH_TEXT_CHARS))).toBe(false);
  });

  it('turns at LITTLE_TEXT_CHARS', () => {
    const page = (chars: number): string => `<p>${'x'.repeat(chars)}</p><script>fill()</script>`;
    expect([needs(page(LITTLE_TEXT_CHARS - 1)), needs(page(LITTLE_TEXT_CHARS))]).toEqual([true, false]);
  });

  it('turns at the pictures of a gallery and the delay of a redirect', () => {
    const gallery = (count: number): string => `${'<img src=a.jpg>'.repeat(count)}<script>fill()</script>`;
    expect([needs(gallery(3)), needs(gallery(4))]).toEqual([true, false]);
    const refresh = (seconds: number): string => `<meta http-equiv=refresh content="${seconds};url=/x"><p>Moved`;
    expect([needs(refresh(10)), needs(refresh(11))]).toEqual([true, false]);
  });

  it('tells pages that can be read as served from those that cannot', () => {
    const script = '<script>fill()</script>';
    expect(needOf(`<p>Hello</p>${script}`)).toBe('short_scripted_page');
    expect(needOf(`<p>Loading, please wait</p>${script}`)).toBe('empty_scripted_page');
    expect(needOf(`<p>…</p>${script}`)).toBe('empty_scripted_page');
    expect(needOf(`<h1>Prices</h1><p>You must enable JavaScript.</p>${script}`)).toBe('asks_for_javascript');
    expect(needOf('<p>You must enable JavaScript.</p>')).toBe('says_enable_javascript');
    const readable = ['asks_for_javascript', 'short_scripted_page'];
    for (const reason of readable) expect(isReadableAsServed(reason)).toBe(true);
    for (const reason of ['says_enable_javascript', 'empty_scripted_page', 'empty_app_shell', undefined])
      expect(isReadableAsServed(reason)).toBe(false);
  });

  it('reads a bounded part of a page', () => {
    expect(readPageShape(`<p>${'word '.repeat(VISIBLE_TEXT_CHARS)}`).text).toHaveLength(VISIBLE_TEXT_CHARS);
  });

  it('says whether it has seen the whole page', () => {
    const chars = (count: number) => readPageShape(`<p>${'x'.repeat(count - 3)}`).isWhole;
    expect([chars(SHAPE_LIMITS.maxChars), chars(SHAPE_LIMITS.maxChars + 1)]).toEqual([true, false]);
    const nodes = (count: number) => readPageShape('<br>'.repeat(count)).isWhole;
    expect([nodes(SHAPE_LIMITS.maxNodes), nodes(SHAPE_LIMITS.maxNodes + 1)]).toEqual([true, false]);
  });

  it('asks for no browser where the page goes beyond what is read of it', () => {
    const shell = '<div id=root></div><script src=a.js></script>';
    expect(needs(shell + ' '.repeat(SHAPE_LIMITS.maxChars))).toBe(false);
    expect(needs(shell + '<br>'.repeat(SHAPE_LIMITS.maxNodes))).toBe(false);
    expect(needs(shell)).toBe(true);
  });
});
