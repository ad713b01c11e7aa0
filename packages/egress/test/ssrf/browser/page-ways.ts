/** One way by which a page may try to reach a target. */
export interface PageWay {
  readonly id: string;
  /** Markup that tries it; `at` is the target, whose path names the way. */
  readonly html: (at: string) => string;
  /** Headers of the document it stands in. */
  readonly headers?: (at: string) => Readonly<Record<string, string>>;
}

const script = (code: string): string => `<script>try { ${code} } catch {}</script>`;
const asScript = (id: string, code: (at: string) => string): PageWay => ({ id, html: (at) => script(code(at)) });
const asMarkup = (id: string, markup: string): PageWay => ({ id, html: (at) => markup.replaceAll('@', at) });
const inWorker = (id: string, code: string): PageWay =>
  asScript(id, (at) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code.replaceAll('@', at))}])))`);
const inStyle = (id: string, css: string): PageWay =>
  asMarkup(id, `<style>${css}</style><p class="${id}"><a class="${id}-in">text</a></p>`);

/** Ways of what a document loads. */
const LOADS: readonly PageWay[] = [
  asMarkup('img', '<img src="@">'),
  asMarkup('img-srcset', '<img srcset="@ 1x">'),
  asMarkup('picture', '<picture><source srcset="@"><img></picture>'),
  asMarkup('input-image', '<input type=image src="@">'),
  asMarkup('svg-image', '<svg><image href="@" width=9 height=9 /></svg>'),
  asMarkup('body-background', '<table background="@"><tr><td>x</table>'),
  asMarkup('video', '<video src="@" preload=auto muted></video>'),
  asMarkup('video-poster', '<video poster="@"></video>'),
  asMarkup('video-source', '<video preload=auto><source src="@"></video>'),
  asMarkup('audio', '<audio src="@" preload=auto></audio>'),
  asMarkup('iframe', '<iframe src="@"></iframe>'),
  asMarkup('iframe-sandbox', '<iframe sandbox src="@"></iframe>'),
  asMarkup('iframe-srcdoc', `<iframe srcdoc='<img src="@">'></iframe>`),
  asMarkup('iframe-srcdoc-refresh', `<iframe srcdoc='<meta http-equiv=refresh content="0;url=@">'></iframe>`),
  asMarkup('iframe-data', `<iframe src='data:text/html,<img src="@">'></iframe>`),
  asMarkup('iframe-data-frame', `<iframe src='data:text/html,<iframe src="@"></iframe>'></iframe>`),
  asMarkup('iframe-javascript', `<iframe src='javascript:location.href="@"'></iframe>`),
  asMarkup('object', '<object data="@" type="text/html"></object>'),
  asMarkup('embed', '<embed src="@" type="text/html">'),
  asMarkup('script', '<script src="@"></script>'),
  asMarkup('script-module', '<script type=module src="@"></script>'),
  asMarkup('stylesheet', '<link rel=stylesheet href="@">'),
  asMarkup('preload', '<link rel=preload as=script href="@">'),
  asMarkup('preload-image', '<link rel=preload as=image href="@">'),
  asMarkup('modulepreload', '<link rel=modulepreload href="@">'),
  asMarkup('prefetch', '<link rel=prefetch href="@">'),
  asMarkup('prerender', '<link rel=prerender href="@">'),
  asMarkup('manifest', '<link rel=manifest href="@">'),
  asMarkup('icon', '<link rel="shortcut icon" href="@">'),
  asMarkup('object-image', '<object data="@" type="image/svg+xml"></object>'),
  asMarkup('embed-plugin', '<embed src="@" type="application/pdf">'),
  asMarkup(
    'fenced-frame',
    '<fencedframe></fencedframe><script>try { document.querySelector("fencedframe").config = new FencedFrameConfig("@") } catch {}</script>',
  ),
  asMarkup('portal', '<portal src="@"></portal>'),
  asMarkup(
    'track',
    '<video><track default kind=captions src="@"></video><script>document.querySelectorAll("video").forEach((one) => { for (const track of one.textTracks) track.mode = "showing" })</script>',
  ),
  asMarkup('svg-script', '<svg><script href="@"></script></svg>'),
  asMarkup(
    'svg-fe-image',
    '<svg><filter id=fe><feImage href="@" /></filter><rect width=9 height=9 filter="url(#fe)" /></svg>',
  ),
  asMarkup('svg-use', '<svg><use href="@#x" /></svg>'),
  asMarkup('lazy-image', '<img loading=lazy src="@" width=9 height=9>'),
  asMarkup('preload-font', '<link rel=preload as=font crossorigin href="@">'),
  asMarkup('preload-fetch', '<link rel=preload as=fetch crossorigin href="@">'),
  inStyle('css-background', '.css-background { background: url(@) }'),
  inStyle('css-import', '@import url(@);'.replace('@import', '\u0000import')),
  inStyle('css-list', '.css-list { display: list-item; list-style-image: url(@) }'),
  inStyle('css-border', '.css-border { border: 9px solid; border-image-source: url(@) }'),
  inStyle('css-content', '.css-content::before { content: url(@) }'),
  inStyle('css-image-set', '.css-image-set { background: image-set(url(@) 1x) }'),
  inStyle('css-mask', '.css-mask { mask-image: url(@) }'),
  inStyle('css-cursor', '.css-cursor { cursor: url(@), auto }'),
  inStyle('css-clip', '.css-clip { clip-path: url(@#x) }'),
  inStyle('css-filter', '.css-filter { filter: url(@#x) }'),
  inStyle('css-shape', '.css-shape { float: left; shape-outside: url(@) }'),
  inStyle('css-variable', '.css-variable { --a: url(@); background: var(--a) }'),
  inStyle('font', '\u0000font-face { font-family: canary; src: url(@) } .font { font-family: canary }'),
].map((way) => ({ ...way, html: (at: string) => way.html(at).replaceAll('\u0000', '@') }));

/** Ways of scripts. */
const SCRIPTED: readonly PageWay[] = [
  asScript('fetch', (at) => `fetch('${at}', { mode: 'no-cors' })`),
  asScript('fetch-cors', (at) => `fetch('${at}')`),
  asScript('fetch-keepalive', (at) => `fetch('${at}', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' })`),
  asScript('fetch-preflight', (at) => `fetch('${at}', { headers: { 'x-a': 'b' } })`),
  asScript('xhr', (at) => `const x = new XMLHttpRequest(); x.open('GET', '${at}'); x.send()`),
  asScript('beacon', (at) => `navigator.sendBeacon('${at}', 'x')`),
  asScript('event-source', (at) => `new EventSource('${at}')`),
  asScript('websocket', (at) => `new WebSocket('${at}'.replace('http', 'ws'))`),
  asScript('image-object', (at) => `new Image().src = '${at}'`),
  asScript('audio-object', (at) => `new Audio('${at}').load()`),
  asScript('import', (at) => `import('${at}')`),
  asScript('audio-worklet', (at) => `new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('${at}')`),
  asScript('paint-worklet', (at) => `CSS.paintWorklet.addModule('${at}')`),
  asScript('font-object', (at) => `new FontFace('x', 'url(${at})').load()`),
  asScript('constructed-sheet', (at) => `document.body.style.backgroundImage = 'url(${at})'`),
  asScript('written', (at) => `document.write('<img src="${at}">')`),
  asScript('shadow', (at) => `const d = document.createElement('div'); document.body.append(d);
    d.attachShadow({ mode: 'closed' }).innerHTML = '<img src="${at}">'`),
  asScript('blob-frame', (at) => `const f = document.createElement('iframe');
    f.src = URL.createObjectURL(new Blob(['<img src="${at}">'], { type: 'text/html' })); document.body.append(f)`),
  asScript('about-frame', (at) => `const f = document.createElement('iframe'); document.body.append(f);
    f.contentWindow.fetch('${at}', { mode: 'no-cors' })`),
  asScript('ping', (at) => `const a = document.createElement('a'); a.href = '#x'; a.ping = '${at}'; document.body.append(a); a.click()`),
  asScript('service-worker', () => `navigator.serviceWorker.register('service-worker.js')`),
  asScript('shared-worker', () => `new SharedWorker('shared-worker.js')`),
  asScript('speculation', (at) => `const s = document.createElement('script'); s.type = 'speculationrules';
    s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['${at}'], eagerness: 'immediate' }] });
    document.head.append(s)`),
  asScript('preconnect-script', (at) => `const l = document.createElement('link'); l.rel = 'icon'; l.href = '${at}'; document.head.append(l)`),
  asScript('speculation-prerender', (at) => `const s = document.createElement('script'); s.type = 'speculationrules';
    s.textContent = JSON.stringify({ prerender: [{ source: 'list', urls: ['${at}'] }] }); document.head.append(s)`),
  asScript('fetch-later', (at) => `fetchLater('${at}', { activateAfter: 0 })`),
  asScript('cache-add', (at) => `caches.open('x').then((cache) => cache.add(new Request('${at}', { mode: 'no-cors' })))`),
  asScript('websocket-stream', (at) => `new WebSocketStream('${at}'.replace('http', 'ws'))`),
  asScript('shared-storage', (at) => `sharedStorage.worklet.addModule('${at}')`),
  asScript('payment', (at) => `new PaymentRequest([{ supportedMethods: '${at}' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`),
  asScript('layout-worklet', (at) => `CSS.layoutWorklet.addModule('${at}')`),
  asScript('animation-worklet', (at) => `CSS.animationWorklet.addModule('${at}')`),
  asScript('clipboard-html', (at) => `document.body.insertAdjacentHTML('beforeend', '<img src="${at}">')`),
  asScript('parsed', (at) => `document.body.append(document.adoptNode(new DOMParser().parseFromString('<img src="${at}">', 'text/html').body.firstChild))`),
  asScript('xslt', (at) => `const x = new XSLTProcessor(); x.importStylesheet(new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${at}"/></xsl:stylesheet>', 'text/xml'))`),
  asScript('window-open', (at) => `open('${at}')`),
  asScript('window-open-blank', (at) => `open('', '_blank').location = '${at}'`),
  asScript('window-open-view', (at) => `open('view-source:${at}')`),
  asScript('window-open-noopener', (at) => `open('${at}', 'x', 'noopener,width=9')`),
  asScript('form-target', (at) => `const f = document.createElement('form'); f.action = '${at}'; f.target = '_blank'; document.body.append(f); f.submit()`),
  asScript('anchor-blank', (at) => `const a = document.createElement('a'); a.href = '${at}'; a.target = '_blank'; document.body.append(a); a.click()`),
  asScript('web-transport', (at) => `new WebTransport('${at}'.replace('http', 'https'))`),
  inWorker('worker-import', `importScripts('@')`),
  inWorker('worker-fetch', `fetch('@', { mode: 'no-cors' })`),
  inWorker('worker-xhr', `const x = new XMLHttpRequest(); x.open('GET', '@'); x.send()`),
  inWorker('worker-websocket', `new WebSocket('@'.replace('http', 'ws'))`),
  inWorker('worker-event-source', `new EventSource('@')`),
  inWorker('worker-dynamic-import', `import('@')`),
  inWorker('worker-in-worker', `new Worker(URL.createObjectURL(new Blob(["fetch('@', { mode: 'no-cors' })"])))`),
]; // oxfmt-ignore

/** Ways that lead a document itself on; each has a document of its own. */
export const LEADING_WAYS: readonly PageWay[] = [
  asScript('location', (at) => `location = '${at}'`),
  asScript('location-href', (at) => `location.href = '${at}'`),
  asScript('location-assign', (at) => `location.assign('${at}')`),
  asScript('location-replace', (at) => `location.replace('${at}')`),
  asScript('location-late', (at) => `setTimeout(() => { location = '${at}' }, 50)`),
  asScript('navigation-api', (at) => `navigation.navigate('${at}')`),
  asScript('history', (at) => `history.pushState({}, '', '/pushed'); location.replace('${at}')`),
  asScript('open-self', (at) => `open('${at}', '_self')`),
  asScript('javascript-url', (at) => `location = "javascript:location='${at}'"`),
  asMarkup('meta-refresh', '<meta http-equiv=refresh content="0; url=@">'),
  asMarkup('form-get', '<form action="@"></form><script>document.forms[0].submit()</script>'),
  asMarkup('form-post', '<form method=post action="@"><input name=a value=b></form><script>document.forms[0].submit()</script>'),
  asMarkup('form-button', '<form><button formaction="@">x</button></form><script>document.querySelector("button").click()</script>'),
  asMarkup('anchor', '<a href="@">x</a><script>document.links[0].click()</script>'),
  asMarkup('anchor-download', '<a href="@" download>x</a><script>document.links[0].click()</script>'),
  asMarkup('area', '<map><area href="@"></map><script>document.querySelector("area").click()</script>'),
  asMarkup('base', '<base href="@"><img src="?"><script>new Image().src = "."</script>'),
  asMarkup('frameset', '<frameset><frame src="@"></frameset>'),
  { id: 'header-refresh', html: () => '<p>x', headers: (at) => ({ refresh: `0; url=${at}` }) },
  { id: 'header-link-preload', html: () => '<p>x', headers: (at) => ({ link: `<${at}>; rel=preload; as=image` }) },
  { id: 'header-link-style', html: () => '<p>x', headers: (at) => ({ link: `<${at}>; rel=preload; as=style` }) },
  ...['script', 'font', 'fetch'].map((as): PageWay => ({
    id: `header-preload-${as}`,
    html: () => '<p>x',
    headers: (at) => ({ link: `<${at}>; rel=preload; as=${as}; crossorigin` }),
  })),
  ...['stylesheet', 'modulepreload', 'prefetch', 'next', 'icon', 'manifest'].map((rel): PageWay => ({
    id: `header-link-${rel}`,
    html: () => '<p>x',
    headers: (at) => ({ link: `<${at}>; rel=${rel}` }),
  })),
  { id: 'header-speculation', html: () => '<p>x', headers: (at) => ({ 'speculation-rules': `"${at}"` }) },
  { id: 'header-source-map', html: () => '<script>let x</script>', headers: (at) => ({ sourcemap: at }) },
  { id: 'header-location', html: () => '<p>x', headers: (at) => ({ location: at, 'content-location': at }) },
  {
    id: 'header-alt-svc',
    html: () => '<img src="/a.png">',
    headers: (at) => ({ 'alt-svc': `h3="${new URL(at).host}"; ma=99, h2="${new URL(at).host}"; ma=99` }),
  },
  {
    id: 'report-to',
    html: () => '<img src="/blocked.png"><script>crossOriginIsolated; document.domain = document.domain</script>',
    headers: (at) => ({
      'report-to': JSON.stringify({ group: 'x', max_age: 99, endpoints: [{ url: at }] }),
      nel: '{"report_to":"x","max_age":99,"success_fraction":1,"failure_fraction":1}',
      'content-security-policy': `img-src 'none'; report-to x`,
    }),
  },
  {
    id: 'reporting-endpoints',
    html: () => '<img src="/blocked.png">',
    headers: (at) => ({ 'reporting-endpoints': `x="${at}"`, 'content-security-policy': `img-src 'none'; report-to x` }),
  },
  {
    id: 'csp-report-only',
    html: () => '<img src="/blocked.png">',
    headers: (at) => ({ 'content-security-policy-report-only': `img-src 'none'; report-uri ${at}` }),
  },
  {
    id: 'csp-report',
    html: () => '<img src="/blocked.png">',
    headers: (at) => ({ 'content-security-policy': `img-src 'none'; report-uri ${at}` }),
  },
]; // oxfmt-ignore

export const LOADING_WAYS: readonly PageWay[] = [...LOADS, ...SCRIPTED];

/** Ways that talk without a request: a connection ahead of one, or datagrams. */
export const WORDLESS_WAYS: readonly PageWay[] = [
  asMarkup('preconnect', '<link rel=preconnect href="@">'),
  asMarkup('preconnect-cors', '<link rel=preconnect crossorigin href="@">'),
  { id: 'header-preconnect', html: () => '<p>x', headers: (at) => ({ link: `<${at}>; rel=preconnect` }) },
  asScript('stun', (at) => `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + new URL('${at}').host }] });
    p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`),
]; // oxfmt-ignore
