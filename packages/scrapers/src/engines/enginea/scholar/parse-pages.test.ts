import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import type { ParsedResults } from '../../../scraper/engine.js';
import { parseScholar } from './parse.js';

const PAGE = 'https://scholar.google.com/scholar?q=slate&hl=en&as_sdt=0,5';

interface Around {
  readonly above?: string;
  readonly below?: string;
  readonly figures?: string;
  readonly box?: string;
}

const article = (name: string, links = ''): string =>
  `<div class="gs_r gs_or gs_scl" data-cid="NVYsZUU1Vx0J" data-rp="0"><div class="gs_ri"><h3 class="gs_rt"><a href="https://a.example/${name}">${name}</a></h3><div class="gs_a">A Slate&nbsp;- Roofs, 2020 - a.example</div><div class="gs_rs">Text</div><div class="gs_fl">${links}</div></div></div>`;

const frame = (main: string, { figures = '', box = 'slate' }: Around = {}): string =>
  `<html><head><title>Google Scholar</title></head><body><div id="gs_top"><div id="gs_cit" role="dialog" data-cid="gs_citd"><h2>Cite</h2></div>
  <form id="gs_hdr_frm" action="/scholar"><input type="text" name="q" value="${box}"></form>
  <div id="gs_ab"><div id="gs_ab_md"><div class="gs_ab_mdw">${figures}</div></div></div><div id="gs_bdy"><div id="gs_bdy_sb" role="navigation"><ul><li><a href="/scholar?as_ylo=2025&amp;q=slate">Since 2025</a></li><li><a href="/scholar?as_ylo=2024&amp;q=slate">Since 2024</a></li></ul></div>
  <div id="gs_bdy_ccl" role="main">${main}</div></div></div></body></html>`;

const pageOf = (rows: string, around: Around = {}): string =>
  frame(
    `<div id="gs_res_ccl"><div id="gs_res_ccl_top">${around.above ?? ''}</div><div id="gs_res_ccl_mid">${rows}</div><div id="gs_res_ccl_bot">${around.below ?? ''}</div></div>`,
    around,
  );

type Answer = Record<string, unknown> & { organicResults: Record<string, unknown>[] };

const outcomeOf = (text: string, url = PAGE): ParsedResults => parseScholar({ text, url });
const parse = (text: string, url = PAGE): Answer => {
  const parsed = outcomeOf(text, url);
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  const metadata = { requestMetadata: { id: 'x', status: 'ok' } };
  expect(operationById('enginea/scholar')?.result.safeParse({ ...metadata, ...parsed.result }).error).toBeUndefined();
  // safe because the contract's check above holds
  return parsed.result as Answer;
};

describe('the figures of a search', () => {
  it.each([
    ['About 1,390 results (<b>0.04</b> sec)', 1390, 0.04],
    ['Page 2 of about 1,390 results (<b>0.05</b> sec)', 1390, 0.05],
    ['1 result (<b>0.02</b> sec)', 1, 0.02],
    ['Ungefähr 2.460.000 Ergebnisse (<b>0,04</b> Sek.)', 2460000, 0.04],
    ['Seite 3 von ungefähr 1.390 Ergebnissen (<b>0,11</b> Sek.)', 1390, 0.11],
    ['Environ 1 390 résultats (<b>0,04</b> s)', 1390, 0.04],
    ['Environ 2&nbsp;460&nbsp;000 résultats (<b>0,04</b> s)', 2460000, 0.04],
    ['Aproximadamente 17.800 resultados (<b>0,03</b> s)', 17800, 0.03],
    ['Circa 1.390 risultati (<b>0,06</b> sec)', 1390, 0.06],
    ['Результатов: примерно 1&#8239;390 (<b>0,04</b> сек.)', 1390, 0.04],
    ['找到约 1,390 条结果 （用时<b>0.04</b>秒）', 1390, 0.04],
    ['約 1,390 件中 2 ページ目 （<b>0.05</b> 秒）', 1390, 0.05],
    ['검색결과 약 1,390개 (<b>0.04</b>초)', 1390, 0.04],
    ['&rlm;حوالي ١٬٣٩٠ نتيجة (<b>٠٫٠٤</b> ثانية)', 1390, 0.04],
    ['حدود ۱۳۹۰ نتیجه (<b>۰/۰۴</b> ثانیه)', 1390, 0.04],
    ['Yaklaşık 1.390 sonuç (<b>0,04</b> sn)', 1390, 0.04],
    ['लगभग 1,39,000 परिणाम (<b>0.04</b> सेकंड)', 139000, 0.04],
    ['Etwa 1’390 Ergebnisse (<b>0.04</b> Sek.)', 1390, 0.04],
  ])('in %s', (figures, totalResults, timeTaken) => {
    const { searchInformation } = parse(pageOf(article('a'), { figures }));
    expect(searchInformation).toEqual({ totalResults, timeTaken, queryDisplayed: 'slate' });
  });

  it('are absent where the page has none, and so is a query that is not in its box', () => {
    expect(parse(pageOf(article('a'), { box: '' }))).not.toHaveProperty('searchInformation');
  });
});

describe('the counts of an article', () => {
  it.each([
    ['Cited by 4', 'All 3 versions'],
    ['Zitiert von: 4', 'Alle 3 Versionen'],
    ['Cité 4 fois', 'Les 3 versions'],
    ['Citado por 4', 'Las 3 versiones'],
    ['Dirujuk 4 kali', '3 versi'],
    ['被引用次数：4', '所有 3 个版本'],
    ['被引用 4 次', '全部共 3 個版本'],
    ['引用元 4', '全 3 バージョン'],
    ['4회 인용', '전체 3개의 버전'],
    ['Цитируется: 4', 'Все версии статьи (3)'],
    ['تم اقتباسها في عدد: ٤', 'كل النُسخ الـ ٣'],
    ['ציטוט על ידי 4', 'כל 3 הגירסאות'],
  ])('are read from %s and %s', (cited, versions) => {
    const links = `<a href="/scholar?cites=55&amp;hl=x">${cited}</a><a href="/scholar?cluster=55&amp;hl=x">${versions}</a>`;
    expect(parse(pageOf(article('a', links))).organicResults[0]).toMatchObject({
      citedBy: { total: 4, citesId: '55' },
      versions: { total: 3, clusterId: '55' },
    });
  });

  it('are absent where the words hold no number', () => {
    const links = '<a href="/scholar?cites=55">Cited</a>';
    expect(parse(pageOf(article('a', links))).organicResults[0]?.['citedBy']).toEqual({
      citesId: '55',
      link: 'https://scholar.google.com/scholar?cites=55',
    });
  });
});

describe('a part of a page', () => {
  it('has its articles, by their names or by their ids', () => {
    const rows = article('a') + article('b');
    const titles = (text: string): unknown[] => parse(text).organicResults.map(({ title }) => title);
    expect(titles(rows)).toEqual(['a', 'b']);
    expect(titles(rows.replace(/ data-cid="[^"]*"/g, ''))).toEqual(['a', 'b']);
    expect(titles(rows.replace(/ class="[^"]*"/g, ''))).toEqual(['a', 'b']);
  });
});

describe('what stands around the articles', () => {
  it('of those that cite one, or of versions, is none of them', () => {
    const above =
      '<div id="gs_rt_hdr" class="gs_r"><h2 class="gs_rt"><a href="/scholar?cluster=55&amp;hl=en">The cited one</a></h2><form id="gs_scipsc"><input type="checkbox" name="scipsc"><label>Search within citing articles</label></form></div>';
    const url = 'https://scholar.google.com/scholar?cites=55&as_sdt=2005';
    const { organicResults, ...blocks } = parse(pageOf(article('a') + article('b'), { above, box: '' }), url);
    expect(organicResults.map(({ title, position }) => [position, title])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(blocks).toEqual({});
  });

  it('are authors that the page suggests', () => {
    const author = (id: string, name: string, lines: string): string =>
      `<tr><td><a href="/citations?user=${id}&amp;hl=en&amp;oi=ao"><img src="/citations/images/avatar_scholar_56.png"></a></td><td><h4 class="gs_rt2"><a href="/citations?user=${id}&amp;hl=en&amp;oi=ao"><b>${name}</b></a></h4>${lines}</td></tr>`;
    const rows = [
      author(
        'aaaaaaaaaaaJ',
        'Ada Slate',
        '<div>Professor, Roof University</div><div>Verified email at cs.roof.example</div><div>Cited by 75131</div>',
      ),
      author(
        'bbbbbbbbbbbJ',
        'Bo Slate',
        '<div>Bestätigte E-Mail-Adresse bei roof.example</div><div>Zitiert von: 12</div>',
      ),
      author('cccccccccccJ', 'Cy Slate', ''),
    ].join('');
    const block = `<div class="gs_r"><h3 class="gs_rt"><a href="/citations?view_op=search_authors&amp;mauthors=slate&amp;hl=en&amp;oi=ao">User profiles for <b>slate</b></a></h3><table>${rows}</table></div>`;
    for (const text of [pageOf(block + article('a')), pageOf(article('a'), { above: block })]) {
      const { organicResults, profiles } = parse(text);
      expect(organicResults).toHaveLength(1);
      const thumbnail = 'https://scholar.google.com/citations/images/avatar_scholar_56.png';
      const link = (authorId: string) => `https://scholar.google.com/citations?user=${authorId}&hl=en&oi=ao`;
      expect(profiles).toEqual({
        title: 'User profiles for slate',
        link: 'https://scholar.google.com/citations?view_op=search_authors&mauthors=slate&hl=en&oi=ao',
        authors: [
          {
            name: 'Ada Slate',
            link: link('aaaaaaaaaaaJ'),
            authorId: 'aaaaaaaaaaaJ',
            affiliations: 'Professor, Roof University',
            email: 'Verified email at cs.roof.example',
            citedBy: 75131,
            thumbnail,
          },
          {
            name: 'Bo Slate',
            link: link('bbbbbbbbbbbJ'),
            authorId: 'bbbbbbbbbbbJ',
            email: 'Bestätigte E-Mail-Adresse bei roof.example',
            citedBy: 12,
            thumbnail,
          },
          { name: 'Cy Slate', link: link('cccccccccccJ'), authorId: 'cccccccccccJ', thumbnail },
        ],
      });
    }
  });

  it('are other searches, each once, and no corrections or links to years', () => {
    const below =
      '<div class="gs_qsuggest"><h2>Related searches</h2><ul><li><a href="/scholar?hl=en&amp;qsp=1&amp;q=slate+roof&amp;qst=br">slate <b>roof</b></a></li><li><a href="/scholar?hl=en&amp;q=slate+tile">slate tile</a></li><li><a href="/scholar?q=slate+roof&amp;qsp=3">Slate roof</a></li></ul></div>';
    const above = '<div class="gs_r"><h2>Did you mean: <a href="/scholar?q=slates&amp;spell=1">slates</a></h2></div>';
    expect(parse(pageOf(article('a'), { above, below }))['relatedSearches']).toEqual([
      { query: 'slate roof', link: 'https://scholar.google.com/scholar?hl=en&qsp=1&q=slate+roof&qst=br' },
      { query: 'slate tile', link: 'https://scholar.google.com/scholar?hl=en&q=slate+tile' },
    ]);
  });
});

describe('the other pages of a search', () => {
  const to = (start: number): string => `https://scholar.google.com/scholar?start=${start}&q=slate`;
  const link = (start: number, label: string): string =>
    `<td><a href="/scholar?start=${start}&amp;q=slate">${label}</a></td>`;
  const pager = (cells: string, id = 'gs_n'): string =>
    `<div id="${id}" role="navigation"><table><tr>${cells}</tr></table></div>`;
  const paginationOf = (cells: string, id?: string): unknown =>
    parse(pageOf(article('a'), { below: pager(cells, id) }))['pagination'];

  it('from the first one', () => {
    const cells = `<td><b style="visibility:hidden">Previous</b></td><td><b>1</b></td>${link(10, '2')}${link(20, '3')}${link(10, '<b>Next</b>')}`;
    expect(paginationOf(cells)).toEqual({ next: to(10), pages: [{ '2': to(10) }, { '3': to(20) }] });
  });

  it('from one in between, in other digits', () => {
    const cells = `${link(0, 'السابق')}${link(0, '١')}<td><b>٢</b></td>${link(20, '٣')}${link(20, 'التالي')}`;
    expect(paginationOf(cells)).toEqual({ next: to(20), pages: [{ '1': to(0) }, { '3': to(20) }] });
  });

  it('from the last one', () => {
    const cells = `${link(10, 'Previous')}${link(0, '1')}${link(10, '2')}<td><b>3</b></td>`;
    expect(paginationOf(cells)).toEqual({ pages: [{ '1': to(0) }, { '2': to(10) }] });
  });

  it('in the narrow row where there is no other', () => {
    expect(paginationOf(`<td><b>1</b></td>${link(10, '2')}`, 'gs_nml')).toEqual({
      next: to(10),
      pages: [{ '2': to(10) }],
    });
  });

  it('by the place of this one where it is not named', () => {
    const below = pager(`${link(0, 'Previous')}${link(20, 'Next')}`);
    const text = pageOf(article('a'), { below });
    expect(parse(text, 'https://scholar.google.com/scholar?start=10&q=slate')['pagination']).toEqual({ next: to(20) });
    const last = pageOf(article('a'), { below: pager(link(0, 'Previous')) });
    expect(parse(last, 'https://scholar.google.com/scholar?start=10&q=slate')).not.toHaveProperty('pagination');
  });
});

const HINTS =
  '<ul><li>Hint one.</li><li>Hint two.</li><li>Try the <a href="//www.google.com/search?q=slate">entire web</a>.</li></ul>';

describe('a page that says that nothing matched', () => {
  it.each([
    [
      '<div class="gs_med"><p>Your search - <b>slate</b> - did not match any articles published since 2024.</p></div>' +
        `<p>Suggestions:</p>${HINTS}`,
    ],
    [`<p>Ihre Suche - <b>slate</b> - ergab keine Treffer.</p><p>Vorschläge:</p>${HINTS}`],
    [`<p>Aucun article ne correspond à <b>slate</b>.</p>`],
    [`<div><p>Nenhum artigo corresponde à sua pesquisa <b>slate</b>.</p><div><p>Sugestões:</p>${HINTS}</div></div>`],
    [`<p>您的搜索 - <b>slate</b> - 未与任何文章匹配。</p><p>建议：</p>${HINTS}`],
    [`<p>لم يطابق بحثك - <b>slate</b> - أي مقالات.</p>${HINTS}`],
    [`<p>Your search did not match any articles.</p>`],
    [`<p>Поиск не дал результатов.</p>${HINTS}`],
  ])('is an empty list: %s', (message) => {
    const parsed = outcomeOf(pageOf(message));
    expect(parsed).toMatchObject({ outcome: 'ok', result: { organicResults: [] }, blocks: ['searchInformation'] });
    expect(outcomeOf(frame(`<div id="gs_ccl">${message}</div>`)).outcome).toBe('ok');
  });

  it('by its count is one too', () => {
    expect(outcomeOf(pageOf('', { figures: '0 results (0.02 sec)' })).outcome).toBe('ok');
  });
});

describe('a page that cannot be read', () => {
  it.each([
    ['an empty frame', pageOf('')],
    ['an empty frame with figures', pageOf('', { figures: 'About 30 results (0.05 sec)' })],
    [
      'a frame whose rows are of an unknown kind',
      pageOf('<div><a href="https://a.example/">A</a><p>Your search slate</p></div>'),
    ],
    [
      'articles of an unknown kind that speak of nothing found',
      pageOf(`<div><a href="https://a.example/">We did not match any articles</a></div>${HINTS}`),
    ],
    ['other searches alone', pageOf('', { below: '<div class="gs_qsuggest"><ul><li>a</li><li>b</li></ul></div>' })],
    [
      'a profile',
      frame(
        '<div id="gsc_prf"><div id="gsc_prf_in">Ada Slate</div></div><table><tr><td><a class="gsc_a_at" href="/citations?view_op=view_citation">Title</a></td><td><a href="https://scholar.google.com/scholar?cites=55">12</a></td></tr></table><div><h3>Cited by</h3></div>',
      ),
    ],
    ['an opinion of a court', frame('<div id="gs_opinion"><h3 id="gsl_case_name">Slate v. Tile</h3><p>Text</p></div>')],
    ['a refusal of the server', '<html><head><title>Error 500</title></head><body><h1>Server Error</h1></body></html>'],
    ['web results', '<div id="rso"><div data-cid="0x1:0x2"><a href="https://a.example/"><h3>A</h3></a></div></div>'],
    ['nothing', ''],
  ])('is not understood: %s', (_name, text) => {
    expect(outcomeOf(text)).toEqual({ outcome: 'unrecognized', reason: 'no_results_found' });
  });

  it.each([
    [
      'captcha',
      frame(
        '<div id="gs_captcha_ccl"><form method="get" id="gs_captcha_f"><h1>Please show</h1><div id="gs_captcha_c"></div></form></div>',
      ),
    ],
    [
      'captcha',
      frame('<div id="gsc_captcha_ccl"><form id="gs_captcha_f"><h1>Bitte zeigen</h1></form></div>', {
        figures: 'About 30 results (0.05 sec)',
      }),
    ],
    ['captcha', '<form id="captcha-form" action="index"><div class="g-recaptcha"></div></form>'],
    ['captcha', '<body><h1>403</h1><a href="https://support.google.com/websearch/answer/86640">?</a></body>'],
    ['consent', '<form action="https://consent.google.com/save"><input name="continue"></form>'],
    ['refused', "<body>We're sorry... but your computer or network may be sending automated queries.</body>"],
    [
      'refused',
      '<body><p>403. That’s an error.</p><p>Your client does not have permission to get URL /scholar.</p></body>',
    ],
  ])('is %s: %s', (reason, text) => {
    expect(outcomeOf(text)).toEqual({ outcome: 'blocked', reason });
  });

  it('is a question where the engine has sent it to one', () => {
    expect(outcomeOf('<p>?</p>', 'https://www.google.com/sorry/index?continue=x')).toEqual({
      outcome: 'blocked',
      reason: 'captcha',
    });
  });

  it('is not one that has articles beside words of questions', () => {
    expect(outcomeOf(pageOf(article('unusual traffic') + '<div id="gs_captcha_c"></div>')).outcome).toBe('ok');
  });
});
