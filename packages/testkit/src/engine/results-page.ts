import { escapeHtml, PICTURE, resultOf, type MadeResult } from './made-results.js';

export interface ResultsPageOptions {
  readonly query: string;
  /** Results to skip. */
  readonly start: number;
  readonly count: number;
}

const resultHtml = ({ title, url, snippet }: MadeResult, index: number): string => `
<div class="r${index}" data-hveid="CA${index}"><div data-snc="s${index}">
  <div data-snf="h" data-snhf="0"><a href="${escapeHtml(url)}"><h3>${escapeHtml(title)}</h3>
    <div><span>Site ${index}</span><cite role="text">${escapeHtml(new URL(url).origin)}<span> › reports</span></cite></div></a></div>
  <div data-snf="t" data-sncf="1"><div><span><span>Mar ${index + 1}, 2026</span> — </span><span>${escapeHtml(snippet)} <em>report</em></span></div></div>
  ${index === 0 ? `<div data-sncf="2"><img src="${PICTURE}" alt=""></div>` : ''}
</div></div>`;

const searchLink = (query: string, start: number): string =>
  `/search?q=${encodeURIComponent(query)}${start > 0 ? `&start=${start}` : ''}`;

const frame = (query: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeHtml(query)} - Search</title></head><body><form action="/search"><textarea name="q">${escapeHtml(query)}</textarea></form>
<div id="main">${body}</div></body></html>`;

const question = (query: string): string => `
<div class="related-question-pair" data-q="What is ${escapeHtml(query)}?"><div role="button">What is ${escapeHtml(query)}?</div>
<div style="display:none"><div data-attrid="wa:/description">It is what was asked for.</div>
<a href="https://answers.example/what"><h3>What it is</h3></a><cite>https://answers.example › what</cite></div></div>`;

/** A page of results in the engine's grammar, with other blocks. */
export const resultsPage = ({ query, start, count }: ResultsPageOptions): string => {
  const results = Array.from({ length: count }, (_unused, index) =>
    resultHtml(resultOf(query, start + index + 1), index),
  );
  const next = start + count;
  return frame(
    query,
    `<div id="tads"><div data-text-ad="1"><a href="https://shop.example/offer"><div role="heading">Buy ${escapeHtml(query)}</div></a></div></div>
<div id="result-stats">About 1,250 results<nobr> (0.31 seconds)</nobr></div>
<div id="search"><div id="rso">${results.join('')}${question(query)}</div></div>
<div id="bres"><a href="${escapeHtml(searchLink(`${query} near me`, 0))}">${escapeHtml(query)} <b>near me</b></a></div>
<div role="navigation"><a href="${escapeHtml(searchLink(query, next))}">2</a><a id="pnnext" href="${escapeHtml(searchLink(query, next))}">Next</a></div>`,
  );
};

/** The page that says that nothing was found. */
export const noResultsPage = (query: string): string =>
  frame(
    query,
    `<div id="search"></div><div id="botstuff"><div><div><p>Your search - <em>${escapeHtml(query)}</em> - did not match any documents.</p>
<p>Suggestions:</p><ul><li>Make sure all words are spelled correctly.</li><li>Try different keywords.</li></ul></div></div></div>`,
  );

/** A refusal with a CAPTCHA. */
export const captchaPage = (
  query: string,
): string => `<!doctype html><html><head><title>${escapeHtml(query)}</title></head><body>
<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="none"></div></form>
<p>Our systems have detected unusual traffic from your computer network.</p></body></html>`;

/** The empty page that shows results only with scripts. */
export const scriptShell = (
  query: string,
  count: number,
): string => `<!doctype html><html><head><title>Search</title></head><body>
<noscript><meta http-equiv="refresh" content="0;url=/httpservice/retry/enablejs?sei=x"><p>Please click here.</p></noscript>
<script>document.open();document.write(${JSON.stringify(resultsPage({ query, start: 0, count })).replaceAll('</', '<\\/')});document.close();</script></body></html>`;

/** A page in an unknown layout. */
export const strangePage = (query: string): string =>
  `<!doctype html><html><head><title>${escapeHtml(query)}</title></head><body><main><h1>Welcome</h1><p>${'Something else stands here today. '.repeat(60)}</p></main></body></html>`;
