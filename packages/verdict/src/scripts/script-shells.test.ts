import { describe, expect, it } from '@jest/globals';
import { judge } from '../judge.js';
import type { Judgement } from '../evidence/evidence.js';

const judgeHtml = (text: string, tier: 'http' | 'browser' = 'http'): Judgement =>
  judge({
    purpose: 'page',
    requestedUrl: 'https://shop.example/item/1',
    url: 'https://shop.example/item/1',
    statusCode: 200,
    headers: {},
    text,
    mediaType: 'text/html',
    tier,
    bodyBytes: text.length,
    isRedirected: false,
  });

const words = (count: number): string => 'Warm wool socks for long winter walks in the hills. '.repeat(count);
const NAV = `<header><a href="/">Home</a><nav><ul>${[
  'Men',
  'Women',
  'Kids',
  'Sale',
  'Stores',
  'Help',
  'Returns',
  'Contact',
]
  .map((one) => `<li><a href="/${one}">${one}</a></li>`)
  .join('')}</ul></nav></header>`;
const MEGA_MENU = `<nav>${Array.from({ length: 80 }, (_, at) => `<a href="/c/${at}">Category number ${at}</a>`).join(' ')}</nav>`;
const FOOTER = `<footer><p>© 2026 Shop Example Ltd. All rights reserved. Company number 123456, registered in England and Wales.</p>
  <ul><li><a href="/terms">Terms and conditions of sale</a></li><li><a href="/privacy">Privacy notice</a></li><li><a href="/cookies">Cookies</a></li></ul></footer>`;
const COOKIE_NOTE = `<div class="cookie-note" role="dialog"><p>We use cookies to make our site work and to understand how it is used. You can change your choice at any time in the settings.</p><button>Accept all</button><button>Reject all</button></div>`;
const STATE = JSON.stringify({ items: Array.from({ length: 50 }, (_, id) => ({ id, name: `Item number ${id}` })) });

/** Pages as a server sends them that show their content only when scripts have run. */
const SHELLS: readonly (readonly [name: string, html: string])[] = [
  [
    'Create React App',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="/favicon.ico"><meta name="description" content="Web site"><title>React App</title><script defer src="/static/js/main.1a2b.js"></script><link href="/static/css/main.css" rel="stylesheet"></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`,
  ],
  [
    'Vite with Vue',
    `<!DOCTYPE html><html><head><title>Catalogue</title><script type="module" crossorigin src="/assets/index-abc.js"></script></head><body><div id="app"></div></body></html>`,
  ],
  [
    'Vue CLI',
    `<!DOCTYPE html><html><head><title>shop</title><link href="/js/app.js" rel="preload" as="script"></head><body><noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div><script src="/js/chunk-vendors.js"></script></body></html>`,
  ],
  [
    'Angular',
    `<!doctype html><html><head><title>Portal</title><base href="/"></head><body class="mat-typography"><app-root></app-root><script src="polyfills.js" type="module"></script><script src="main.js" type="module"></script></body></html>`,
  ],
  [
    'Angular with its own prefix',
    `<html><head><title>Bank</title></head><body><acme-root><div class="splash"><img src="/logo.svg" alt="Acme"></div></acme-root><script src="main.js" type="module"></script></body></html>`,
  ],
  [
    'Next rendered by the client alone',
    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Dashboard</title><script src="/_next/static/chunks/main.js" defer></script></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/","query":{},"nextExport":true,"autoExport":true}</script></body></html>`,
  ],
  [
    'Next bailing out to the client',
    `<!DOCTYPE html><html><head><title>Offers</title></head><body><!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$--><script src="/_next/static/chunks/webpack.js" async></script><script>(self.__next_f=self.__next_f||[]).push([0])</script></body></html>`,
  ],
  [
    'Nuxt without a server',
    `<!DOCTYPE html><html><head><title>Nuxt</title></head><body><div id="__nuxt"></div><div id="teleports"></div><script type="application/json" id="__NUXT_DATA__">[{"serverRendered":1},false]</script><script type="module" src="/_nuxt/entry.js"></script></body></html>`,
  ],
  [
    'Gatsby, page made by the client',
    `<!DOCTYPE html><html><head><title data-react-helmet="true"></title></head><body><div id="___gatsby"><div style="outline:none" tabindex="-1" id="gatsby-focus-wrapper"></div></div><script src="/app-1.js" async></script></body></html>`,
  ],
  [
    'SvelteKit without a server',
    `<!doctype html><html><head><link rel="modulepreload" href="/_app/immutable/start.js"></head><body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{ Promise.all([import("/_app/immutable/start.js")]).then(([kit]) => kit.start(document.currentScript.parentElement)); }</script></div></body></html>`,
  ],
  [
    'Ember',
    `<!DOCTYPE html><html><head><title>Desk</title><meta name="desk/config/environment" content="%7B%7D"></head><body><script src="/assets/vendor.js"></script><script src="/assets/desk.js"></script><div id="ember-basic-dropdown-wormhole"></div></body></html>`,
  ],
  [
    'Flutter for the web',
    `<!DOCTYPE html><html><head><base href="/"><title>pocket</title><meta name="description" content="A new Flutter project."></head><body><script src="flutter_bootstrap.js" async></script></body></html>`,
  ],
  [
    'Blazor',
    `<!DOCTYPE html><html><head><title>Stock</title></head><body><div id="app"><svg class="loading-progress"><circle r="40%"/></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="_framework/blazor.webassembly.js"></script></body></html>`,
  ],
  [
    'a loading wheel between menu and footer',
    `<html><head><title>Socks</title></head><body>${NAV}<main id="content"><div class="spinner" role="status"><span>Loading...</span></div></main>${FOOTER}<script src="/bundle.js"></script></body></html>`,
  ],
  [
    'an empty main between menu and footer',
    `<html><head><title>Socks</title></head><body>${NAV}<main></main>${FOOTER}<script src="/bundle.js" defer></script></body></html>`,
  ],
  [
    'a mount between menu, footer and a note on cookies',
    `<html><head><title>Socks</title></head><body>${COOKIE_NOTE}${NAV}<div id="root"></div>${FOOTER}<script src="/bundle.js" defer></script></body></html>`,
  ],
  [
    'an empty main under a menu of many words',
    `<html><head><title>Socks</title></head><body>${MEGA_MENU}<main><div class="grid"></div></main>${FOOTER}<script src="/bundle.js" defer></script></body></html>`,
  ],
  [
    'header and footer that only their names tell of',
    `<html><head><title>Socks</title></head><body><div class="site-header">${MEGA_MENU}</div><div class="page"><h2>Socks</h2></div><div id="footer"><p>${words(6)}</p></div><script src="/bundle.js"></script></body></html>`,
  ],
  [
    'a heading over an empty mount, under a menu',
    `<html><head><title>Socks</title></head><body>${MEGA_MENU}<h1>Warm socks for winter, all sizes and colours in stock</h1><div id="app"></div>${FOOTER}<script src="/bundle.js"></script></body></html>`,
  ],
  [
    'a wheel in another language',
    `<html lang="de"><body><div id="app"><p>Wird geladen …</p></div><script src="/a.js"></script></body></html>`,
  ],
  [
    'a page of grey bars',
    `<html><head><title>Feed</title></head><body><div id="app"><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></div><script src="/a.js"></script></body></html>`,
  ],
  [
    'a page written by a script',
    `<html><head><title>Rates</title></head><body><script>document.write('<h1>Rates of today</h1><table>' + rows() + '</table>')</script></body></html>`,
  ],
  [
    'a page that sets a cookie and loads again',
    `<html><head><script>document.cookie = "chk=" + (21 * 2) + "; path=/; max-age=3600"; location.reload();</script></head><body></body></html>`,
  ],
  [
    'a page that works out a cookie',
    `<html><body><noscript>Please enable JavaScript and cookies.</noscript><script>function toHex(d){return d.map((x)=>x.toString(16)).join('')} document.cookie="__t="+toHex([1,2,3])+"; path=/"; location.href="https://shop.example/item/1?t=1";</script></body></html>`,
  ],
  [
    'a refresh made by a script',
    `<html><body><script>setTimeout(function(){ window.location = "/home" }, 0)</script></body></html>`,
  ],
  ['a refresh', `<html><head><meta http-equiv="refresh" content="0;URL='/en/'"></head><body></body></html>`],
  [
    'a form that sends itself',
    `<html><body onload="document.forms[0].submit()"><form method="post" action="/sso"><input type="hidden" name="SAMLRequest" value="x"></form></body></html>`,
  ],
  [
    'web components',
    `<!doctype html><html><head><title>Music</title><script type="module" src="/src/shop-app.js"></script></head><body><shop-app unresolved></shop-app></body></html>`,
  ],
  [
    'web components of any name',
    `<!doctype html><html><head><title>Music</title><script type="module" src="/c.js"></script></head><body><x-shell></x-shell></body></html>`,
  ],
  [
    'an app kept in a frame by a script',
    `<html><head><title>Shop</title></head><body><div id="frame"></div><script>document.getElementById('frame').appendChild(Object.assign(document.createElement('iframe'),{src:'/app/'}))</script></body></html>`,
  ],
  [
    'content that waits in a template',
    `<html><body><template id="page"><h1>Socks</h1><p>${words(20)}</p></template><script>document.body.append(page.content)</script></body></html>`,
  ],
  [
    'data without the page',
    `<html><head><title>Shop</title></head><body><div class="wrapper"></div><script>window.__INITIAL_STATE__ = ${STATE};</script><script src="/app.js"></script></body></html>`,
  ],
  [
    'text that is hidden until scripts run',
    `<html><head><title>Shop</title></head><body><div id="root"><div hidden>${words(20)}</div></div><script src="/app.js"></script></body></html>`,
  ],
];

/** Pages that say what they have to say as they are sent. */
const PAGES: readonly (readonly [name: string, html: string])[] = [
  [
    'Next with its content',
    `<!DOCTYPE html><html><head><title>Socks</title></head><body><div id="__next"><main><h1>Socks</h1><p>${words(14)}</p></main></div><script id="__NEXT_DATA__" type="application/json">${STATE}</script><script src="/_next/a.js" defer></script></body></html>`,
  ],
  [
    'Next that streams, its last part still to be moved',
    `<!DOCTYPE html><html><body><main><h1>Socks</h1><p>${words(14)}</p><!--$?--><template id="B:0"></template><p>Loading reviews...</p><!--/$--></main><script src="/_next/a.js" async></script></body></html>`,
  ],
  [
    'Nuxt with its content',
    `<html><body><div id="__nuxt"><h1>Socks</h1><p>${words(14)}</p></div><script src="/_nuxt/e.js"></script></body></html>`,
  ],
  [
    'Gatsby with its content',
    `<html><body><div id="___gatsby"><article><h1>Socks</h1><p>${words(14)}</p></article></div><script src="/app.js"></script></body></html>`,
  ],
  [
    'Angular with its content',
    `<html><body><app-root ng-version="20" ng-server-context="ssr"><h1>Socks</h1><p>${words(14)}</p></app-root><script src="main.js" type="module"></script></body></html>`,
  ],
  [
    'Remix with its content',
    `<html><body><div><h1>Socks</h1><p>${words(14)}</p></div><script>window.__remixContext = ${STATE};</script><script type="module" src="/build/entry.js"></script></body></html>`,
  ],
  [
    'a page beside an empty mount for a chat',
    `<html><body><h1>Socks</h1><p>${words(14)}</p><div id="root"></div><div id="chat"></div><script src="/chat.js"></script></body></html>`,
  ],
  [
    'an article with a noscript pixel',
    `<html><body><article><h1>Socks</h1><p>${words(14)}</p></article><noscript><img height="1" width="1" src="https://stats.example/tr?noscript=1"></noscript><noscript><iframe src="https://tags.example/ns.html" height="0" width="0"></iframe></noscript><script src="/gtm.js"></script></body></html>`,
  ],
  [
    'an article with comments by script',
    `<html><body><article><h1>Socks</h1><p>${words(14)}</p></article><div id="disqus_thread"></div><noscript>Please enable JavaScript to view the comments.</noscript><script src="/embed.js"></script></body></html>`,
  ],
  [
    'an article on shells',
    `<html><body><article><h1>What an empty root div means</h1><p>A page that says "You need to enable JavaScript to run this app." has no content yet. ${words(14)}</p></article><script src="/a.js"></script></body></html>`,
  ],
  [
    'a plain short page',
    '<html><head><title>Hi</title></head><body><h1>Hi</h1><p>I am Ada. Write to me.</p></body></html>',
  ],
  ['a short page in Japanese', '<html><body><h1>お知らせ</h1><p>本日は休業いたします。</p></body></html>'],
  ['an empty page', '<html><head><title></title></head><body></body></html>'],
  [
    'a moved page that says where to',
    '<html><head><title>301 Moved</title></head><body><h1>301 Moved</h1>The document has moved <a href="https://www.shop.example/">here</a>.</body></html>',
  ],
  [
    'a folder of files',
    '<html><head><title>Index of /pub</title></head><body><h1>Index of /pub</h1><pre><a href="../../">../</a>\n<a href="a.zip">a.zip</a> 2026-01-01 12:00 5K</pre></body></html>',
  ],
  [
    'a page of frames',
    '<html><head><title>Old</title></head><frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html"></frameset></html>',
  ],
  [
    'a gallery with a script',
    `<html><body>${Array.from({ length: 12 }, (_, at) => `<a href="/${at}"><img src="/${at}.jpg" alt=""></a>`).join('')}<script src="/lightbox.js"></script></body></html>`,
  ],
  [
    'a page whose words stand in a header of their own',
    `<html><body>${MEGA_MENU}<main><header><h1>Socks</h1><p>${words(3)}</p></header></main><script src="/a.js"></script></body></html>`,
  ],
  [
    'a dialog that is the page',
    `<html><body>${MEGA_MENU}<div role="dialog"><h1>Socks</h1><p>${words(3)}</p></div><script src="/a.js"></script></body></html>`,
  ],
  [
    'a short page under a menu',
    `<html><body>${MEGA_MENU}<div class="page"><h1>Socks</h1><p>We moved the shop. Our new address is Hill Street 5, above the bakery.</p></div>${FOOTER}<script src="/a.js"></script></body></html>`,
  ],
  [
    'a table under a menu',
    `<html><body>${MEGA_MENU}<main><table><tr><td>S</td><td>5</td></tr></table></main>${FOOTER}<script src="/a.js"></script></body></html>`,
  ],
  ['a menu and a footer without scripts', `<html><body>${MEGA_MENU}<main></main>${FOOTER}</body></html>`],
  [
    'a sign-in page',
    '<html><head><title>Sign in</title></head><body><form method="post"><label>E-mail <input name="email"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form><script src="/a.js"></script></body></html>',
  ],
  [
    'a page that loads itself anew every few minutes',
    `<html><head><meta http-equiv="refresh" content="300"><title>Scores</title></head><body><h1>Scores</h1><p>${words(6)}</p></body></html>`,
  ],
  [
    'a page with data blocks and styles alone',
    `<html><head><script type="application/ld+json">${STATE}</script><style>p{color:red}</style></head><body><p>Open from nine to five.</p></body></html>`,
  ],
];

describe('pages that need a browser', () => {
  it.each(SHELLS)('%s', (_name, html) => {
    expect(judgeHtml(html).verdict).toBe('script_wall');
  });
});

describe('pages that need none', () => {
  it.each(PAGES)('%s', (_name, html) => {
    expect(judgeHtml(html)).toEqual({ verdict: 'ok' });
  });

  it.each([...PAGES, ...SHELLS])('and a browser’s own sight of %s is only doubted for what it says', (_name, html) => {
    const { verdict, reason } = judgeHtml(html, 'browser');
    if (verdict !== 'ok')
      expect({ verdict, reason }).toEqual({ verdict: 'soft_block', reason: 'says_enable_javascript' });
  });
});
