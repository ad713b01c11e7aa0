import { createHash } from 'node:crypto';
import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { escapeHtml, resultOf, type MadeResult } from './made-results.js';

/** Offsets of the pages of a search; the last one has no next page. */
const STARTS = [0, 10, 25] as const;
const END = 35;

const deviceOf = ({ headers }: EngineAsk): string =>
  `${String(headers['user-agent'])} ${String(headers['accept-language'])}`;

/** The engine's key of a search; it depends on words, device and language. */
const markOf = (ask: EngineAsk): string =>
  `4-${createHash('sha256')
    .update(`${ask.query} ${deviceOf(ask)}`)
    .digest('hex')
    .slice(0, 24)}`;

const wrapped = (target: string): string => `//duckduckgo.com/l/?uddg=${encodeURIComponent(target)}&rut=0`;

const pageHtml = (query: string, body: string): string => `<!doctype html><html><head><meta charset="utf-8">
<title>${escapeHtml(query)} at the engine</title></head><body><form action="/html/" method="post"><input name="q" value="${escapeHtml(query)}"></form>
<div id="links" class="results">${body}</div></body></html>`;

const boxHtml = ({
  title,
  url,
  snippet,
}: MadeResult): string => `<div class="result results_links results_links_deep web-result"><div class="links_main">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="${escapeHtml(wrapped(url))}">${escapeHtml(title)}</a></h2>
<div class="result__extras"><a class="result__url" href="${escapeHtml(wrapped(url))}"> ${escapeHtml(url.replace('https://', ''))} </a></div>
<a class="result__snippet" href="${escapeHtml(wrapped(url))}">${escapeHtml(snippet)}</a></div></div>`;

const rowHtml = ({ title, url, snippet }: MadeResult, index: number): string => `
<tr><td>${index + 1}.&nbsp;</td><td><a rel="nofollow" href="${escapeHtml(wrapped(url))}" class='result-link'>${escapeHtml(title)}</a></td></tr>
<tr><td>&nbsp;</td><td class='result-snippet'>${escapeHtml(snippet)}</td></tr>
<tr><td>&nbsp;</td><td><span class='link-text'>${escapeHtml(url.replace('https://', ''))}</span></td></tr>`;

const formHtml = (action: string, submit: string, fields: Readonly<Record<string, string | number>>): string => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`,
  );
  return `<div class="nav-link"><form action="${action}" method="post"><input type="submit" class="btn" value="${submit}">${inputs.join('')}</form></div>`;
};

const startOf = ({ form }: EngineAsk): number => numberIn(form, 's', 0);

const formsHtml = (ask: EngineAsk, action: string): string => {
  const start = startOf(ask);
  const [before, next] = [STARTS.findLast((each) => each < start), STARTS.find((each) => each > start)];
  const common = { q: ask.query, nextParams: '', v: 'l', o: 'json', api: 'd.js', vqd: markOf(ask), kl: 'wt-wt' };
  return [
    before === undefined ? '' : formHtml(action, '&lt; Previous', { ...common, s: before, dc: before + 1 }),
    next === undefined ? '' : formHtml(action, 'Next &gt;', { ...common, s: next, dc: next + 1 }),
  ].join('');
};

const question = ({ query }: EngineAsk): string =>
  pageHtml(
    query,
    `<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&cc=sre" method="POST"><div class="anomaly-modal__mask"><div class="anomaly-modal__modal" data-testid="anomaly-modal">
<div class="anomaly-modal__title">Unfortunately, bots use this engine too.</div></div></div></form>`,
  );

const results = (ask: EngineAsk): string => {
  const { url, method, form, query } = ask;
  if (method === 'POST' && (form.get('vqd') !== markOf(ask) || ask.headers['referer'] === undefined))
    return question(ask);
  const start = startOf(ask);
  const end = STARTS.find((each) => each > start) ?? END;
  const list = Array.from({ length: end - start }, (_unused, index) => resultOf(query, start + index + 1));
  const isLite = url.pathname.startsWith('/lite') || query.startsWith('!lite ');
  const body = isLite ? `<table>${list.map(rowHtml).join('')}</table>` : list.map(boxHtml).join('');
  return pageHtml(query, body + formsHtml(ask, isLite ? '/lite/' : '/html/'));
};

const none = ({ query }: EngineAsk): string =>
  pageHtml(query, `<div class="no-results">No results found for <b>${escapeHtml(query)}</b></div>`);

export const ENGINEC_PAGES: EnginePages = { results, none, question };
