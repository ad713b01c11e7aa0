import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { escapeHtml, PICTURE, resultOf } from './made-results.js';
import { captchaPage, noResultsPage } from './results-page.js';

const PICTURES = 40;
/** One picture is embedded in the page, without an original. */
const INLINED = 3;

const idOf = (rank: number): string => `Pic${rank}_abcdefghM`;

const tileHtml = (query: string, rank: number): string => {
  const { title, url } = resultOf(query, rank);
  return `<div jsname="d" data-attrid="images universal" data-docid="${idOf(rank)}" data-lpage="${escapeHtml(url)}"><h3><a><div><g-img><img id="dimg_${rank}" src="data:image/gif;base64,R0lGOD" alt="${escapeHtml(title)}"></g-img></div></a></h3>
<a href="${escapeHtml(url)}"><div>${escapeHtml(title)}</div><div><span>Site ${rank}</span></div></a></div>`;
};

/** As the page's scripts write it. */
const recordOf = (query: string, rank: number): string => {
  const { title, url } = resultOf(query, rank);
  const facts = {
    '2000': [null, new URL(url).hostname, '75KB'],
    '2003': [null, `Ref_${rank}`, url, title, null, 0, null, null, null, 0, null, null, `Site ${rank}`],
  };
  const thumbnail = `https://thumbs.example/${rank}?s`;
  const original = `https://site-${rank}.example/full.jpg`;
  const record = [1, [0, idOf(rank), [thumbnail, 192, 300], [original, 600 + rank, 900 + rank], null, 0, 'rgb(8,8,8)', null, 0, facts]]; // oxfmt-ignore
  return JSON.stringify(record).replaceAll('=', '\\u003d').replaceAll('<', '\\u003c');
};

const results = ({ url: { searchParams }, query }: EngineAsk): string => {
  const first = numberIn(searchParams, 'ijn', 0) * PICTURES + 1;
  const ranks = Array.from({ length: PICTURES }, (_unused, index) => first + index);
  const data = ranks.filter((rank) => rank !== INLINED).map((rank) => `"k${rank}":${recordOf(query, rank)}`);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(query)} - Search</title></head><body>
<form action="/search"><input name="q" value="${escapeHtml(query)}"><input name="udm" value="2" type="hidden"></form>
<div id="search"><div id="rso">${ranks.map((rank) => tileHtml(query, rank)).join('')}</div></div>
<script>(function(){var m={${data.join(',')}};})();</script>
<script>_setImgSrc('dimg_${INLINED}','${PICTURE.replaceAll('/', '\\/').replaceAll('=', '\\x3d')}');</script></body></html>`;
};

export const IMAGES_PAGES: EnginePages = {
  results,
  none: ({ query }) => noResultsPage(query),
  question: ({ query }) => captchaPage(query),
};
