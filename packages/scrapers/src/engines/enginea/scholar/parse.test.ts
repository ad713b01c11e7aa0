import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { articleIdOf } from './article-id.js';
import { parseScholar } from './parse.js';
import { MAX_PROFILES } from './profiles.js';
import { MAX_AUTHORS } from './publication-info.js';
import { MAX_RESOURCES } from './resources.js';
import { MAX_ARTICLES } from './scholar-page.js';
import { MAX_PAGES, MAX_RELATED } from './search-links.js';

const PAGE = 'https://scholar.google.com/scholar?q=slate&hl=en&as_sdt=0,5';
const ID = 'NVYsZUU1Vx0J';
const NUMBER = '2114217122240157237';

interface Row {
  readonly id?: string;
  readonly mark?: string;
  readonly head?: string;
  readonly info?: string;
  readonly body?: string;
  readonly links?: string;
  readonly files?: string;
}

const MENU = '<a href="javascript:void(0)" class="gs_or_cit" role="button"><span>Cite</span></a>';
const CITED = `<a href="/scholar?cites=${NUMBER}&amp;as_sdt=2005&amp;sciodt=0,5&amp;hl=en">Cited by 13</a>`;
const RELATED = `<a href="/scholar?q=related:${ID}:scholar.google.com/&amp;scioq=slate&amp;hl=en">Related articles</a>`;
const VERSIONS = `<a href="/scholar?cluster=${NUMBER}&amp;hl=en" class="gs_nph">All 6 versions</a>`;
const HEAD = `<a id="${ID}" href="https://a.example/p?x=1">Of <b>Slate </b>and Roofs</a>`;

const row = ({ id = ID, mark = '', head = HEAD, info, body, links = MENU, files = '' }: Row = {}): string =>
  `<div class="gs_r gs_or gs_scl"${id === '' ? '' : ` data-cid="${id}" data-rp="0"`}>${files}<div class="gs_ri"><h3 class="gs_rt">${mark} ${head}</h3>` +
  `<div class="gs_a">${info ?? 'M Mason&nbsp;- Journal of Roofs, 2023 - a.example'}</div>` +
  `${body ?? '<div class="gs_rs">… about <b>slate</b> in <br>\nall sizes …</div>'}<div class="gs_fl gs_flb">${links}</div></div></div>`;

const files = (links: string): string =>
  `<div class="gs_ggs gs_fl"><div class="gs_ggsd"><div class="gs_or_ggsm">${links}</div></div></div>`;

const pageOf = (rows: string, { above = '', below = '', figures = '', box = 'slate' } = {}): string =>
  `<html><head><title>Google Scholar</title></head><body><div id="gs_top"><form id="gs_hdr_frm" action="/scholar"><input type="text" name="q" value="${box}"></form>
  <div id="gs_ab_md"><div class="gs_ab_mdw">${figures}</div></div><div id="gs_bdy_ccl" role="main"><div id="gs_res_ccl"><div id="gs_res_ccl_top">${above}</div>
  <div id="gs_res_ccl_mid">${rows}</div><div id="gs_res_ccl_bot">${below}</div></div></div></div></body></html>`;

type Answer = Record<string, unknown> & { organicResults: Record<string, unknown>[] };

const parse = (text: string, url = PAGE): Answer => {
  const parsed = parseScholar({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  const checked = operationById('enginea/scholar')?.result.safeParse({
    requestMetadata: { id: 'x', status: 'ok' },
    ...parsed.result,
  });
  expect(checked?.error).toBeUndefined();
  const result: object = parsed.result;
  // safe because the contract's check above holds
  return result as Answer;
};
const first = (text: string, url?: string): Record<string, unknown> => parse(text, url).organicResults[0] ?? {};
const authorsOf = (article: Record<string, unknown>): unknown =>
  (article['publicationInfo'] as { authors?: unknown } | undefined)?.authors;

describe('an article', () => {
  it('is read whole', () => {
    const kept = `<a href="https://scholar.googleusercontent.com/scholar?q=cache:${ID}:scholar.google.com/+slate&amp;hl=en" class="gs_or_nvi">View as HTML</a>`;
    const library = `<a href="/scholar?output=instlink&amp;q=info:${ID}:scholar.google.com/&amp;oi=llo">Library Search</a>`;
    const text = row({
      mark: '<span class="gs_ctc"><span class="gs_ct1">[BOOK]</span><span class="gs_ct2">[B]</span></span>',
      info: '<a href="/citations?user=6OuqJWAAAAAJ&amp;hl=en&amp;oi=sra">M Mason</a>, J van Dach…&nbsp;- Journal of&nbsp;…, 2023 - a.example',
      links: [MENU, CITED, RELATED, VERSIONS, kept, library].join(' '),
      files: files('<a href="https://b.example/p.pdf"><span class=gs_ctg2>[PDF]</span> b.example</a>'),
    });
    expect(parse(pageOf(text)).organicResults).toEqual([
      {
        position: 1,
        resultId: ID,
        title: 'Of Slate and Roofs',
        type: 'Book',
        link: 'https://a.example/p?x=1',
        snippet: '… about slate in all sizes …',
        publicationInfo: {
          summary: 'M Mason, J van Dach… - Journal of …, 2023 - a.example',
          authors: [
            {
              name: 'M Mason',
              link: 'https://scholar.google.com/citations?user=6OuqJWAAAAAJ&hl=en&oi=sra',
              authorId: '6OuqJWAAAAAJ',
            },
            { name: 'J van Dach' },
          ],
        },
        resources: [{ title: 'b.example', fileFormat: 'Pdf', link: 'https://b.example/p.pdf' }],
        citedBy: {
          total: 13,
          citesId: NUMBER,
          link: `https://scholar.google.com/scholar?cites=${NUMBER}&as_sdt=2005&sciodt=0,5&hl=en`,
        },
        versions: { total: 6, clusterId: NUMBER, link: `https://scholar.google.com/scholar?cluster=${NUMBER}&hl=en` },
        relatedPagesLink: `https://scholar.google.com/scholar?q=related:${ID}:scholar.google.com/&scioq=slate&hl=en`,
        cachedPageLink: `https://scholar.googleusercontent.com/scholar?q=cache:${ID}:scholar.google.com/+slate&hl=en`,
      },
    ]);
  });

  it('has nothing that its row does not show', () => {
    expect(first(pageOf(row({ info: '', body: '<div class="gs_rs"></div>' })))).toEqual({
      position: 1,
      resultId: ID,
      title: 'Of Slate and Roofs',
      link: 'https://a.example/p?x=1',
    });
  });

  it.each([
    ['[PDF]', '[PDF]', 'Pdf'],
    ['[HTML]', '[HTML]', 'Html'],
    ['[DOC]', '[DOC]', 'Doc'],
    ['[BUCH]', '[B]', 'Book'],
    ['[图书]', '[B]', 'Book'],
    ['[КНИГА]', '', 'Book'],
    ['[LIVRE]', '', 'Book'],
    ['[書籍]', '', 'Book'],
  ])('of kind %s%s is a %s', (long, short, type) => {
    const marks = short === '' ? long : `<span class="gs_ct1">${long}</span><span class="gs_ct2">${short}</span>`;
    const article = first(pageOf(row({ mark: `<span class="gs_ctc">${marks}</span>` })));
    expect([article['type'], article['title']]).toEqual([type, 'Of Slate and Roofs']);
  });

  it.each(['[CITATION]', '[ZITATION]', '[CITAS]', '[引用]', '[ЦИТИРОВАНИЕ]', '[SITAATTI]'])(
    'known from citations alone leads nowhere: %s',
    (mark) => {
      const marks = `<span class="gs_ctu"><span class="gs_ct1">${mark}</span><span class="gs_ct2">[C]</span></span>`;
      const named = row({ mark: marks, head: `<span id="${ID}">The [old] <b>Slate</b></span>`, body: '' });
      const bare = row({ mark: `<span>${mark}</span>`, head: 'The [old] <b>Slate</b>', body: '', id: '' });
      for (const text of [named, bare]) {
        const article = first(pageOf(text));
        expect([article['type'], article['title']]).toEqual(['Citation', 'The [old] Slate']);
        expect(article).not.toHaveProperty('link');
        expect(article).not.toHaveProperty('snippet');
      }
    },
  );

  it('keeps brackets that are part of its title', () => {
    const head = `<a id="${ID}" href="https://a.example/">[Retracted] Slate [3] again</a>`;
    const article = first(pageOf(row({ head })));
    expect([article['title'], article['type']]).toEqual(['[Retracted] Slate [3] again', undefined]);
  });

  it('of a court has an opinion for a link and no authors', () => {
    const head = `<a id="${ID}" href="/scholar_case?case=12334123945835207673&amp;q=slate&amp;hl=en&amp;as_sdt=4,33">Slate <b>v. </b>Tile</a>`;
    const links = `${CITED} <a href="/scholar?about=12334123945835207673&amp;q=slate&amp;hl=en">How cited</a> ${RELATED} ${VERSIONS}`;
    const info = '410 US 113, 93 S. Ct. 705, 35 L. Ed. 2d 147&nbsp;- Supreme Court, 1973 - Google Scholar';
    for (const id of [ID, '']) {
      const article = first(pageOf(row({ head, links, info, id })));
      expect(article).toMatchObject({
        title: 'Slate v. Tile',
        link: 'https://scholar.google.com/scholar_case?case=12334123945835207673&q=slate&hl=en&as_sdt=4,33',
        publicationInfo: {
          summary: '410 US 113, 93 S. Ct. 705, 35 L. Ed. 2d 147 - Supreme Court, 1973 - Google Scholar',
        },
        citedBy: { total: 13 },
        versions: { total: 6 },
      });
      expect(authorsOf(article)).toBeUndefined();
    }
  });

  it('of older pages is known by its links, or by the number of what cites it', () => {
    const head = '<a href="http://a.example/old">Old</a>';
    expect(first(pageOf(row({ id: '', links: MENU })))['resultId']).toBe(ID);
    expect(first(pageOf(row({ id: '', head, links: RELATED })))['resultId']).toBe(ID);
    expect(first(pageOf(row({ id: '', head, links: CITED })))['resultId']).toBe(ID);
    expect(first(pageOf(row({ id: '', head, links: '' })))).not.toHaveProperty('resultId');
    expect(articleIdOf('16267255984702377634')).toBe('ok6IZiHnwOEJ');
    expect(articleIdOf('18446744073709551616')).toBeUndefined();
  });

  it('of the layout with the whole abstract has it, and its line about the article', () => {
    const head = '<h3 class="gs_rt"><a id="x" href="https://a.example/">Deep Slate</a></h3>';
    const text = `<div class="gs_r gs_or gs_scl gs_fmar" data-cid="${ID}"><div class="gs_ri">${head}
      <div class="gs_a gs_fma_p"><div class="gs_fmaa"><a href="/citations?user=u1AAAAAAAAAJ">M Mason</a>, J Dach, K Ziegel</div>Journal of Roofs, 2015•a.example</div>
      <div class="gs_a gs_fma_s">M Mason, J Dach…&nbsp;- Journal…, 2015 - a.example</div><div class="gs_rs gs_fma_s">Cut …</div>
      <div class="gs_fma gs_fma_p"><div class="gs_fma_wpr"><div class="gs_fma_con"><div class="gs_fma_abs"><div class="gs_fma_snp"><h3>Abstract</h3><div>All of it.</div></div></div></div>
      <div class="gs_fma_sml"><a href="javascript:void(0)" role="button">Show more</a></div></div></div><div class="gs_fl">${CITED}</div></div></div>`;
    const { organicResults } = parse(pageOf(text));
    expect(organicResults).toHaveLength(1);
    expect(organicResults[0]).toMatchObject({
      title: 'Deep Slate',
      snippet: 'Abstract All of it.',
      publicationInfo: {
        summary: 'M Mason, J Dach, K Ziegel - Journal of Roofs, 2015 - a.example',
        authors: [{ authorId: 'u1AAAAAAAAAJ' }, { name: 'J Dach' }, { name: 'K Ziegel' }],
      },
    });
  });

  it('is followed to where redirects lead, and to servers of files', () => {
    const to = (href: string): unknown => first(pageOf(row({ head: `<a id="x" href="${href}">T</a>` })))['link'];
    expect(to('/scholar_url?url=https://a.example/p%3Fq%3D1&amp;hl=en&amp;sa=X')).toBe('https://a.example/p?q=1');
    expect(to('ftp://a.example/p.ps')).toBe('ftp://a.example/p.ps');
    expect(to('javascript:void(0)')).toBeUndefined();
  });

  it('has its passage in one line: as words part, and as ideograms do not', () => {
    const passage = (html: string): unknown =>
      first(pageOf(row({ body: `<div class="gs_rs">${html}</div>` })))['snippet'];
    expect(passage('<span class="gs_age">3 days ago - </span>One <b>two</b> <br>\nthree.')).toBe(
      '3 days ago - One two three.',
    );
    expect(passage('石板の<b>屋根</b><br>\nについて、<br>述べる A<br>B')).toBe('石板の屋根について、述べる A B');
  });
});

describe('the authors of an article', () => {
  const NAMED = '<a href="/citations?user=aaaaaaaaaaaJ&amp;oi=sra">R <b>Roof</b></a>';

  it.each([
    [
      'A Slate, <b>BC Tile</b>, D van der Dach…&nbsp;- Nature, 2020 - nature.com',
      ['A Slate', 'BC Tile', 'D van der Dach'],
    ],
    ['A Slate - 2021 - books.google.com', ['A Slate']],
    ['A Slate - Journal - with a dash, 2009 - dl.example.org', ['A Slate']],
    ['A Slate - Journal of Roofs, 2009 - dl.example.org', ['A Slate']],
    ['A Slate, B Tile - example.org', ['A Slate', 'B Tile']],
    ['王伟， 李明&nbsp;- 建筑学报, 2019 - cnki.com.cn', ['王伟', '李明']],
    ['World Roof Organization - 2020 - example.org', ['World Roof Organization']],
    ['A Slate&nbsp;- US Patent 9,123,456, 2015 - Google Patents', ['A Slate']],
    ['A Slate&nbsp;- 1996', ['A Slate']],
    ['Nature, 2020 - nature.com', []],
    ['2015 - books.google.com', []],
    ['Nature, 2020 - Springer, 2021 - example.org', []],
    ['example.org', []],
    [`Somebody ${NAMED} else - example.org`, ['R Roof']],
    [`${NAMED}, A Slate&nbsp;- Nature, 2020 - nature.com`, ['R Roof', 'A Slate']],
  ])('in %s', (info, names) => {
    const authors = authorsOf(first(pageOf(row({ info })))) as { name: string }[] | undefined;
    expect((authors ?? []).map(({ name }) => name)).toEqual(names);
  });
});

describe('the files of an article', () => {
  const resources = (html: string): unknown => first(pageOf(row({ files: files(html) })))['resources'];

  it('are those beside it, with ways through a library', () => {
    const html =
      '<a href="https://b.example/p.pdf"><span class=gs_ctg2>[PDF]</span> b.example</a><a href="https://c.example/"><span class=gs_ctg2>[HTML]</span> c.example</a>' +
      `<a href="/scholar?output=instlink&amp;q=info:${ID}:scholar.google.com/&amp;oi=lle"><span>Full View</span></a><a href="#">More</a>`;
    expect(resources(html)).toEqual([
      { title: 'b.example', fileFormat: 'Pdf', link: 'https://b.example/p.pdf' },
      { title: 'c.example', fileFormat: 'Html', link: 'https://c.example/' },
      {
        title: 'Full View',
        link: `https://scholar.google.com/scholar?output=instlink&q=info:${ID}:scholar.google.com/&oi=lle`,
      },
    ]);
  });

  it('that are named twice, for wide and narrow windows, are named by their host', () => {
    const html =
      '<a href="http://b.example/p.pdf"><span class="gs_ggsL"><span class=gs_ctg2>[PDF]</span> from b.example</span><span class="gs_ggsS">b.example <span class=gs_ctg2>[PDF]</span></span></a>';
    expect(resources(html)).toEqual([{ title: 'b.example', fileFormat: 'Pdf', link: 'http://b.example/p.pdf' }]);
  });
});

describe('a page without marks and names', () => {
  const bare = (html: string): string =>
    html.replace(/ class="?[^">]*"?/g, '').replace(/ data-(?:cid|rp)="[^"]*"/g, '');

  it('is read by the order of its parts and by where its links lead', () => {
    const one = row({
      links: `${MENU} ${CITED} ${VERSIONS}`,
      files: files('<a href="https://b.example/p.pdf"><span>[PDF]</span> b.example</a>'),
    });
    const text = pageOf(
      one + row({ links: RELATED, mark: '<span><span>[CITATION]</span><span>[C]</span></span>', head: 'Cited' }),
    );
    expect(parse(bare(text)).organicResults).toEqual(parse(text).organicResults);
  });

  it('has no other rows among its articles', () => {
    const others =
      '<div class="gs_r"><h3 class="gs_rt"><a href="/scholar?q=slates&amp;spell=1">Did you mean slates</a></h3></div>' +
      '<div class="gs_r"><h3 class="gs_rt"><a href="/citations?view_op=search_authors&amp;mauthors=slate">User profiles for slate</a></h3></div>' +
      '<div class="gs_r"><h3>Related searches</h3><ul><li><a href="/scholar?q=slate+roof&amp;qsp=1&amp;qst=ib">slate roof</a></li></ul></div>';
    const { organicResults, relatedSearches } = parse(pageOf(others + row({ id: '', links: CITED })));
    expect(organicResults.map(({ title }) => title)).toEqual(['Of Slate and Roofs']);
    expect(relatedSearches).toEqual([
      { query: 'slate roof', link: 'https://scholar.google.com/scholar?q=slate+roof&qsp=1&qst=ib' },
    ]);
  });
});

describe('any page', () => {
  it('is read within bounds', () => {
    const many = (count: number, one: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => one(at)).join('');
    expect(parse(pageOf(row().repeat(MAX_ARTICLES + 9))).organicResults).toHaveLength(MAX_ARTICLES);
    const bare = row({ id: '', links: CITED }).repeat(MAX_ARTICLES + 9);
    expect(parse(pageOf(bare)).organicResults).toHaveLength(MAX_ARTICLES);
    const one = first(
      pageOf(
        row({
          files: files(many(MAX_RESOURCES + 9, (at) => `<a href="https://b.example/${at}">[PDF] b</a>`)),
          info: `${many(MAX_AUTHORS + 9, (at) => `A Name${at}, `)}A Last&nbsp;- Roofs, 2020 - a.example`,
        }),
      ),
    );
    expect(one['resources']).toHaveLength(MAX_RESOURCES);
    expect(authorsOf(one)).toHaveLength(MAX_AUTHORS);
    const below = many(MAX_RELATED + 9, (at) => `<a href="/scholar?q=s${at}&amp;qsp=1">s${at}</a>`);
    const pager = many(MAX_PAGES + 9, (at) => `<a href="/scholar?start=${at + 2}0">${at + 2}</a>`);
    const above = many(MAX_PROFILES + 9, (at) => `<div><a href="/citations?user=u${at}">P${at}</a></div>`);
    const around = parse(
      pageOf(row(), {
        above: `<div><h3><a href="/citations?view_op=search_authors&amp;mauthors=x">Profiles</a></h3>${above}</div>`,
        below: `${below}<div id="gs_n"><b>1</b>${pager}</div>`,
      }),
    );
    expect(around['relatedSearches']).toHaveLength(MAX_RELATED);
    expect((around['pagination'] as { pages: unknown[] }).pages).toHaveLength(MAX_PAGES);
    expect((around['profiles'] as { authors: unknown[] }).authors).toHaveLength(MAX_PROFILES);
  });

  it('never makes the parser throw, nor an empty answer of an article', () => {
    const text = pageOf(
      row({ links: [MENU, CITED, VERSIONS].join(''), files: files('<a href="https://b.example/">[PDF] b</a>') }),
    );
    const cut = fc.tuple(fc.nat(text.length), fc.nat(200), fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(cut, ([at, length, other]) => {
        const parsed = parseScholar({ text: text.slice(0, at) + other + text.slice(at + length), url: PAGE });
        if (parsed.outcome !== 'ok') return;
        const { organicResults } = parsed.result;
        expect(organicResults.length).toBeGreaterThan(0);
        for (const { title } of organicResults) expect(title).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});
