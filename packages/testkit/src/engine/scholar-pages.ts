import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { escapeHtml, resultOf } from './made-results.js';

/** Ids of the engine are 64 bits in base64. */
const idOf = (rank: number): string => {
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64LE(1_000_003n * BigInt(rank));
  return `${bytes.toString('base64url').slice(0, 11)}J`;
};

const articleHtml = (query: string, rank: number): string => {
  const { title, url, snippet } = resultOf(query, rank);
  const id = idOf(rank);
  return `<div class="gs_r gs_or gs_scl" data-cid="${id}" data-did="${id}" data-lid="" data-rp="${rank}">
<div class="gs_ggs gs_fl"><div class="gs_ggsd"><div class="gs_or_ggsm"><a href="${escapeHtml(url)}.pdf"><span class="gs_ctg2">[PDF]</span> site-${rank}.example</a></div></div></div>
<div class="gs_ri"><h3 class="gs_rt"><a id="${id}" href="${escapeHtml(url)}">${escapeHtml(title)}</a></h3>
<div class="gs_a"><a href="/citations?user=AbCdEf${rank}AAAAJ&amp;hl=en&amp;oi=sra">A Mason</a>, B Roof&nbsp;- Journal of Reports, 2024 - site-${rank}.example</div>
<div class="gs_rs">${escapeHtml(snippet)}</div><div class="gs_fl gs_flb"><a href="javascript:void(0)" class="gs_or_cit" role="button"><span>Cite</span></a>
<a href="/scholar?cites=${1_000_003 * rank}&amp;as_sdt=2005&amp;sciodt=0,5&amp;hl=en">Cited by ${rank}</a></div></div></div>`;
};

const pageHtml = (
  query: string,
  { list = '', figures = '' },
): string => `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(query)} - Scholar</title></head>
<body><div id="gs_top"><form id="gs_hdr_frm" action="/scholar"><input type="text" name="q" value="${escapeHtml(query)}"></form>
<div id="gs_ab_md"><div class="gs_ab_mdw">${figures}</div></div><div id="gs_bdy_ccl" role="main"><div id="gs_res_ccl"><div id="gs_res_ccl_mid">${list}</div>
<div id="gs_res_ccl_bot"></div></div></div></div></body></html>`;

const results = ({ url: { searchParams }, query }: EngineAsk): string => {
  const start = numberIn(searchParams, 'start', 0);
  const count = Math.min(20, numberIn(searchParams, 'num', 10));
  const list = Array.from({ length: count }, (_unused, index) => articleHtml(query, start + index + 1));
  return pageHtml(query, { list: list.join(''), figures: 'About 12,300 results (<b>0.05</b> sec)' });
};

const none = ({ query }: EngineAsk): string =>
  pageHtml(query, {
    list: `<div class="gs_r"><p>Your search - <b>${escapeHtml(query)}</b> - did not match any articles.</p><p>Suggestions:</p><ul><li>Make sure all words are spelled correctly.</li><li>Try different keywords.</li></ul></div>`,
  });

const question = ({ query }: EngineAsk): string =>
  pageHtml(query, {
    list: `<div id="gs_captcha_ccl"><h1>Please show you're not a robot</h1><form id="gs_captcha_f" action="/scholar" method="post"><div id="gs_captcha_c"></div></form></div>`,
  });

export const SCHOLAR_PAGES: EnginePages = { results, none, question };
