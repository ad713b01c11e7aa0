import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { parseImages } from './parse.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://www.google.com/search?q=slate+roof&udm=2';

interface Picture {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly site: string;
  readonly original: string;
}

const picture = (n: number): Picture => ({
  id: `Pic${n}_abcdefghM`,
  page: `https://site${n}.example/page?a=1&b=${n}`,
  title: `Slate roof no. ${n} "in detail"`,
  site: `Site ${n}`,
  original: `https://cdn${n}.example/full.jpg?w=1&n=${n}`,
});

const thumbOf = ({ id }: Picture): string => `https://encrypted-tbn0.gstatic.com/images?q=tbn:${id}&s`;
const sizeOf = ({ id }: Picture): [number, number] => [600 + id.charCodeAt(3), 900 + id.charCodeAt(3)];

/** As the page's scripts write it: a list in JSON, its signs escaped. */
const record = (p: Picture): string => {
  const [height, width] = sizeOf(p);
  const facts = {
    '2000': [null, new URL(p.page).hostname, '75KB'],
    '2001': [null, 1],
    '2003': [null, `Ref_${p.id}`, p.page, p.title, null, 0, null, null, null, 0, null, null, p.site],
    '2008': [null, 'Slate roof ...'],
  };
  const list = [
    1,
    [0, p.id, [thumbOf(p), 192, 300], [p.original, height, width], null, 0, 'rgb(8,8,8)', null, 0, facts],
  ];
  return JSON.stringify(list).replaceAll('=', '\\u003d').replaceAll('&', '\\u0026');
};

const tile = (p: Picture, more = ''): string =>
  `<div jsname="d" class="k1 k2" data-attrid="images universal" data-docid="${p.id}" data-lpage="${p.page.replaceAll('&', '&amp;')}"><h3><a><div><g-img><img id="dimg_${p.id}" src="data:image/gif;base64,R0lGOD" alt="${p.title.replaceAll('"', '&quot;')}"></g-img></div></a></h3>${more}<a href="${p.page.replaceAll('&', '&amp;')}"><div>${p.title}</div><div><g-img><img src="data:image/png;base64,AAAA" alt=""></g-img><span>${p.site}</span></div></a></div>`;

const pageOf = (body: string, scripts = '', form = '<input name="udm" value="2" type="hidden">'): string =>
  `<!doctype html><html><head><title>slate roof - Search</title></head><body><form action="/search"><input name="q" value="slate roof">${form}</form><div id="search"><div id="rso">${body}</div></div>${scripts}</body></html>`;

const dataOf = (pictures: readonly Picture[]): string =>
  `<script>(function(){var m={${pictures.map((p, index) => `"key${index}":${record(p)}`).join(',')}};})();</script>`;

const answerOf = (p: Picture, position: number): Record<string, unknown> => {
  const [originalHeight, originalWidth] = sizeOf(p);
  const { page: link, title, site: source, original } = p;
  return { position, title, link, source, thumbnail: thumbOf(p), original, originalWidth, originalHeight };
};

const parse = (text: string, url = URL_OF_PAGE) => {
  const parsed = parseImages({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  expect(
    operationById('enginea/images')?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...parsed.result })
      .error,
  ).toBeUndefined();
  return parsed.result as { imagesResults: Record<string, unknown>[]; relatedSearches?: unknown[] };
};

const THREE = [picture(1), picture(2), picture(3)];

describe('pictures whose data stand in scripts', () => {
  it('have the original that the data name for them, whatever the order of the data', () => {
    const body = THREE.map((p) => tile(p)).join('');
    const { imagesResults } = parse(pageOf(body, dataOf([...THREE].reverse())));
    expect(imagesResults).toEqual(THREE.map((p, index) => answerOf(p, index + 1)));
  });

  it('are read from a literal within a script', () => {
    const literal = JSON.stringify(THREE.map((p) => JSON.parse(record(p)) as unknown))
      .replaceAll('\\', '\\\\')
      .replaceAll('"', '\\x22')
      .replaceAll('=', '\\\\u003d')
      .replaceAll('&', '\\\\u0026');
    const { imagesResults } = parse(pageOf(THREE.map((p) => tile(p)).join(''), `<script>fill('${literal}');</script>`));
    expect(imagesResults).toEqual(THREE.map((p, index) => answerOf(p, index + 1)));
  });

  it('never have the original of another picture', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }),
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8]),
        (shown, known) => {
          const text = pageOf(shown.map((n) => tile(picture(n))).join(''), dataOf(known.map(picture)));
          const { imagesResults } = parse(text);
          for (const [index, n] of shown.entries()) {
            const p = picture(n);
            const [mine] = [imagesResults[index]];
            expect(mine?.['link']).toBe(p.page);
            expect(mine?.['original']).toBe(known.includes(n) ? p.original : undefined);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are told without data by what their tiles say, with the pictures that scripts set', () => {
    const [first, second] = THREE;
    if (!first || !second) throw new Error('no pictures');
    const lazy = `<script>google.ldi={"dimg_${first.id}":"https://encrypted-tbn0.gstatic.com/images?q\\u003dtbn:one"};google.pim={};</script><script>_setImgSrc('dimg_${second.id}','data:image\\/png;base64,${'A'.repeat(300)}\\x3d');</script>`;
    const { imagesResults } = parse(pageOf(tile(first, '<div>Product</div>') + tile(second), lazy));
    expect(imagesResults).toEqual([
      {
        position: 1,
        title: first.title,
        link: first.page,
        source: first.site,
        thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:one',
      },
      {
        position: 2,
        title: second.title,
        link: second.page,
        source: second.site,
        thumbnail: `data:image/png;base64,${'A'.repeat(300)}=`,
      },
    ]);
  });

  it('take the original from the link of the viewer that stands in the tile', () => {
    const viewer =
      '/imgres?q=slate&amp;imgurl=https%3A%2F%2Fcdn.example%2Fa%20b.jpg&amp;imgrefurl=https%3A%2F%2Fsite.example%2Fp&amp;docid=x&amp;tbnid=y&amp;w=640&amp;h=480';
    const own = `<div data-docid="Viewer_abcdefM"><h3><a href="${viewer}"><img alt="A roof" src="https://encrypted-tbn0.gstatic.com/images?q=tbn:v"></a></h3></div>`;
    expect(parse(pageOf(own)).imagesResults).toEqual([
      {
        position: 1,
        title: 'A roof',
        link: 'https://site.example/p',
        thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:v',
        original: 'https://cdn.example/a b.jpg',
        originalWidth: 640,
        originalHeight: 480,
      },
    ]);
  });

  it('give no copy of the engine as an original, and no page of the engine as theirs', () => {
    const p = {
      ...picture(1),
      original: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:big',
      page: 'https://www.google.com/search?q=x',
    };
    const { imagesResults } = parse(pageOf(tile(p) + tile(picture(2)), dataOf([p, picture(2)])));
    expect(imagesResults).toEqual([answerOf(picture(2), 1)]);
  });
});

describe('a list that scripts go on with', () => {
  const grid = (p: Picture, index: number): string => {
    const [height, width] = sizeOf(p);
    return `<div data-id="${p.id}" data-ri="${index}" data-tbnid="${p.id}" data-ow="${width}" data-oh="${height}"><a><img data-iid="${index}" src="data:image/gif;base64,R0" alt="${p.id}"></a><a href="${p.page}" title='${p.title}'>Slate roof ...<div>${p.site}</div></a></div>`;
  };
  const callback = (pictures: readonly Picture[]): string =>
    `<script>AF_initDataCallback({key: 'ds:1', hash: '2', data:[null,[["GRID_STATE0",null,[${pictures.map(record).join('\n,')}]]], sideChannel: {}});</script>`;

  it('is read to its end where the data begin with what is shown', () => {
    const shown = THREE.slice(0, 2).map(grid).join('');
    const { imagesResults } = parse(pageOf(shown, callback(THREE), '<input name="tbm" value="isch">'));
    expect(imagesResults).toEqual(THREE.map((p, index) => answerOf(p, index + 1)));
  });

  it('ends with what is shown where the data have another order', () => {
    const shown = THREE.slice(0, 2).map(grid).join('');
    const { imagesResults } = parse(pageOf(shown, callback([...THREE].reverse())));
    expect(imagesResults.map(({ link }) => link)).toEqual(THREE.slice(0, 2).map(({ page }) => page));
  });

  it('comes as data in a later answer', () => {
    const inner = JSON.stringify(JSON.parse(`[null,[${THREE.map(record).join(',')}]]`));
    const text = `)]}'\n\n9999\n${JSON.stringify([['wrb.fr', 'HoAMBc', inner, null, null, null, 'generic']])}\n25\n[["e",4,null,null,9]]\n`;
    expect(parse(text).imagesResults).toEqual(THREE.map((p, index) => answerOf(p, index + 1)));
  });

  const meta = (p: Picture): string => {
    const [oh, ow] = sizeOf(p);
    const data = {
      id: `${p.id}:`,
      isu: 'site.example',
      oh,
      ou: p.original,
      ow,
      pt: p.title,
      ru: p.page,
      st: p.site,
      tu: thumbOf(p),
    };
    const written = JSON.stringify(data).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<div class="rg_bx" data-ri="0"><a href="#"><img id="${p.id}:"></a><div class="rg_meta notranslate">${written}</div></div>`;
  };

  it('has its data beside each picture on older pages, and on their later parts', () => {
    const whole = pageOf(`<div id="rg_s">${THREE.map(meta).join('')}</div>`, '', '<input name="tbm" value="isch">');
    const part = `/*""*/{"e":"x","c":1,"p":true,"d":${JSON.stringify(`<div id="rg_s">${THREE.map(meta).join('')}</div>`).replaceAll('<', '\\u003c')}}/*""*/`;
    const wanted = THREE.map((p, index) => answerOf(p, index + 1));
    expect(parse(whole).imagesResults).toEqual(wanted);
    expect(parse(part).imagesResults).toEqual(wanted);
  });

  it('is data alone in an answer to a program', () => {
    const metadata = THREE.map((p) => {
      const [height, width] = sizeOf(p);
      return {
        result: { referrer_url: p.page, page_title: p.title, site_title: p.site },
        original_image: { url: p.original, height, width },
        thumbnail: { url: thumbOf(p), height: 1, width: 1 },
        text_in_grid: { snippet: 'Slate' },
      };
    });
    expect(parse(`)]}'\n${JSON.stringify({ ischj: { query: {}, metadata } })}`).imagesResults).toEqual(
      THREE.map((p, index) => answerOf(p, index + 1)),
    );
    expect(parse(')]}\'\n{"ischj":{"metadata":[]}}').imagesResults).toEqual([]);
    // Pictures with nothing that can be read of them are not none.
    expect(parseImages({ text: '{"ischj":{"metadata":[{"other":1}]}}', url: undefined }).outcome).toBe('unrecognized');
  });
});

describe('other searches for pictures', () => {
  it('are narrowings and suggestions, not tools, corrections or pages', () => {
    const links = [
      [
        'q=slate+roof&amp;udm=2&amp;chips=q:slate+roof,g_1:blue',
        '<img src="https://encrypted-tbn0.gstatic.com/images?q=tbn:b">blue',
      ],
      ['q=slate+tiles&amp;udm=2&amp;uds=AB', 'tiles'],
      ['q=slate+roof&amp;udm=2&amp;tbs=isz:l', 'Large'],
      ['q=slate+roofs&amp;udm=2&amp;spell=1', 'slate roofs'],
      ['q=slate+roof&amp;udm=2&amp;start=10', 'Next'],
      ['q=slate+roof', 'All'],
    ];
    const chips = links.map(([query = '', text = '']) => `<a href="/search?${query}">${text}</a>`).join('');
    expect(parse(pageOf(chips + tile(picture(1)), dataOf([picture(1)]))).relatedSearches).toEqual([
      {
        query: 'blue',
        link: 'https://www.google.com/search?q=slate+roof&udm=2&chips=q:slate+roof,g_1:blue',
        thumbnail: 'https://encrypted-tbn0.gstatic.com/images?q=tbn:b',
      },
      { query: 'slate tiles', link: 'https://www.google.com/search?q=slate+tiles&udm=2&uds=AB' },
    ]);
  });
});

describe('a page without pictures', () => {
  const none =
    '<div><p>Keine Bilder zu <em>slate roof</em> gefunden.</p><ul><li>Anders schreiben.</li><li>Weniger Wörter.</li></ul></div>';
  it.each([
    ['says so', pageOf(none), URL_OF_PAGE, 'ok'],
    [
      'is a page of web results that says so',
      pageOf(none, '', ''),
      'https://www.google.com/search?q=slate+roof',
      'unrecognized',
    ],
    ['says nothing', pageOf(''), URL_OF_PAGE, 'unrecognized'],
    [
      'asks for scripts',
      '<html><title>Google Search</title><body><noscript>Click <a href="/httpservice/retry/enablejs?sei=a">here</a></noscript></body></html>',
      URL_OF_PAGE,
      'unrecognized',
    ],
    [
      'asks a question',
      `<title>${URL_OF_PAGE}</title><form id="captcha-form"><div class="g-recaptcha"></div></form>`,
      URL_OF_PAGE,
      'unrecognized',
    ],
    ['is empty', '', URL_OF_PAGE, 'unrecognized'],
    [
      'has web results',
      pageOf(
        '<div><a href="https://a.example/"><h3>A</h3></a></div><div data-docid="Pic1_abcdefghM" data-lpage="https://b.example/"><img alt="B"></div>',
        '',
        '',
      ),
      undefined,
      'unrecognized',
    ],
  ])('%s', (_name, text, url, outcome) => {
    expect(parseImages({ text, url }).outcome).toBe(outcome);
  });
});

describe('any text', () => {
  it('is read without an error', () => {
    const pieces = [
      tile(picture(1)),
      dataOf(THREE),
      '[0,"Pic1_abcdefghM",["https://',
      '\\x22',
      '{"ischj":',
      '<div data-docid="',
      '/imgres?imgurl=',
      ']]]',
      '"',
      "_setImgSrc('a','",
      'google.ldi={"a":"',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())), (parts) => {
        parseImages({ text: parts.join(''), url: URL_OF_PAGE });
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [
      'many tiles and data',
      pageOf(
        Array.from({ length: 2_000 }, (_u, n) => tile(picture(n))).join(''),
        dataOf(Array.from({ length: 2_000 }, (_u, n) => picture(n))),
      ),
    ],
    ['endless records', '[0,"Pic1_abcdefghM",["https://a.example/'.repeat(20_000)],
    ['endless objects', '{"ischj":'.repeat(50_000)],
    [
      'deep links',
      pageOf(`${'<div>'.repeat(500)}${'<a href="/imgres?imgurl=https://a.example/b"><img src="x"></a>'.repeat(3_000)}`),
    ],
  ])('takes bounded time for %s', (_name, text) => {
    const usedMs = watchProcessor();
    parseImages({ text, url: URL_OF_PAGE });
    expect(usedMs()).toBeLessThan(5_000);
  });
});
