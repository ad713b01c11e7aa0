import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { escapeHtml, PICTURE, resultOf } from './made-results.js';
import { captchaPage, noResultsPage } from './results-page.js';

const PRODUCTS = 40;

const tileHtml = (query: string, rank: number): string => {
  const { title } = resultOf(query, rank);
  const id = 1_000_000 + rank;
  return `<div class="sh-dgr__gr-auto" data-docid="${id}"><a href="/shopping/product/${id}?q=${encodeURIComponent(query)}"><img alt="${escapeHtml(title)}" src="${PICTURE}"><h3>${escapeHtml(title)}</h3></a>
<div><span aria-label="Rated 4.5 out of 5">4.5</span><span aria-label="${rank} product reviews">${rank}</span></div>
<div><span>$${rank}.50</span></div><div>Shop ${rank}</div><div>Free delivery</div></div>`;
};

const results = ({ url: { searchParams }, query }: EngineAsk): string => {
  const start = numberIn(searchParams, 'start', 0);
  const tiles = Array.from({ length: PRODUCTS }, (_unused, index) => tileHtml(query, start + index + 1));
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(query)} - Shopping</title></head><body>
<form action="/search"><input name="q" value="${escapeHtml(query)}"><input name="udm" value="28" type="hidden"></form>
<div id="search"><div id="rso">${tiles.join('')}</div></div></body></html>`;
};

export const SHOPPING_PAGES: EnginePages = {
  results,
  none: ({ query }) => noResultsPage(query),
  question: ({ query }) => captchaPage(query),
};
