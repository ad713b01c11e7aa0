import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { escapeHtml, resultOf, type MadeResult } from './made-results.js';

const RESULTS = 10;

/** The engine's own address of a result. */
const counted = (target: string): string =>
  `https://www.bing.com/ck/a?!&&p=0a1b&ptn=3&u=a1${Buffer.from(target).toString('base64url')}&ntb=1`;

const pageHtml = (query: string, parts: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeHtml(query)} - Search</title></head><body><form action="/search" id="sb_form"><input name="q" value="${escapeHtml(query)}"></form>
<div id="b_content"><main><ol id="b_results">${parts}</ol></main></div></body></html>`;

const resultHtml = ({ title, url, snippet }: MadeResult): string => `<li class="b_algo">
<div class="b_tpcn"><a class="tilk" href="${escapeHtml(counted(url))}"><div class="tptxt"><div class="tptt">Reports</div><div class="b_attribution"><cite>${escapeHtml(url)}</cite></div></div></a></div>
<h2><a href="${escapeHtml(counted(url))}">${escapeHtml(title)}</a></h2><div class="b_caption"><p>${escapeHtml(snippet)}</p></div></li>`;

const searchLink = (query: string, first: number): string =>
  escapeHtml(`/search?q=${encodeURIComponent(query)}&first=${first}&FORM=PERE`);

const around = (query: string, first: number): { readonly before: string; readonly after: string } => ({
  before: `<li class="b_ad"><ul><li><div class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=e1&amp;u=${Buffer.from('https://shop.example/offer').toString('base64url')}">Buy ${escapeHtml(query)}</a></h2>
<div class="b_caption"><div class="b_attribution"><cite>https://shop.example</cite></div><p>Sold by weight.</p></div></div></li></ul></li>`,
  after: `<li class="b_pag"><nav role="navigation"><ul><li><a class="sb_pagS">1</a></li>
<li><a href="${searchLink(query, first + RESULTS)}">2</a></li><li><a href="${searchLink(query, first + RESULTS)}" title="Next page">Next</a></li></ul></nav></li>`,
});

const results = ({ url, query }: EngineAsk): string => {
  const first = Math.max(1, numberIn(url.searchParams, 'first', 1));
  const list = Array.from({ length: RESULTS }, (_unused, index) => resultHtml(resultOf(query, first + index)));
  const { before, after } = around(query, first);
  return pageHtml(query, before + list.join('') + after);
};

/** The page that clients get which the engine does not trust. */
const none = ({ query }: EngineAsk): string =>
  pageHtml(query, `<li class="b_no"><h1>There are no results for <strong>${escapeHtml(query)}</strong></h1></li>`);

/** Has the title and the status of a page of results. */
const question = ({
  query,
}: EngineAsk): string => `<!doctype html><html><head><title>${escapeHtml(query)} - Search</title></head>
<body><div class="captcha"><div class="captcha_header">One last step</div><div class="captcha_text">Please solve the challenge below to continue</div>
<div id="turnstile-widget"></div></div></body></html>`;

export const ENGINEB_PAGES: EnginePages = { results, none, question };
