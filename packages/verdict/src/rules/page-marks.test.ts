import { describe, expect, it } from '@jest/globals';
import { readPageShape } from '../evidence/page-shape.js';
import { readContentShape } from '../evidence/content-shape.js';
import { scriptNeed } from '../scripts/script-need.js';
import { parseDocument } from '@quarry/html';

const LIST_CAP = 400;
const numbered = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

describe('the shape of a page', () => {
  it('knows what scripts are to fill by its id', () => {
    const mounts =
      'root app __next __nuxt ___gatsby app-root app-container main-app react-root reactroot react-app react-mount q-app svelte mount ember-app spa application vue-app app-mount appmount single-spa-application';
    for (const id of [...mounts.split(' '), 'ROOT']) {
      expect([id, readPageShape(`<div id="${id}"></div>`).hasEmptyMount]).toEqual([id, true]);
    }
    for (const id of ['roots', 'content', 'x-app'])
      expect(readPageShape(`<div id="${id}"></div>`).hasEmptyMount).toBe(false);
  });

  it('knows what scripts are to fill by its name', () => {
    for (const name of ['app-root', 'my-app', 'shop-app', 'app-shop']) {
      expect([name, readPageShape(`<${name}></${name}>`).hasEmptyMount]).toEqual([name, true]);
    }
    for (const name of ['app', 'x-apple', 'my-app-x', 'x-app-y', 'shop-1app', 'app-1']) {
      expect([name, readPageShape(`<${name}></${name}>`).hasEmptyMount]).toEqual([name, false]);
    }
  });

  it('calls it empty below forty signs', () => {
    const isEmpty = (chars: number) => readPageShape(`<div id=root>${'x'.repeat(chars)}</div>`).hasEmptyMount;
    expect([isEmpty(39), isEmpty(40)]).toEqual([true, false]);
    expect(
      readPageShape('<div id=root></div><div id=app>Long enough to be a page of some sort, this.</div>').hasEmptyMount,
    ).toBe(true);
  });

  it('counts what is content and no text', () => {
    for (const name of ['img', 'video', 'audio', 'object', 'embed', 'canvas', 'picture', 'iframe']) {
      expect([name, readPageShape(`<p>x</p><${name} src=a>`).mediaCount]).toEqual([name, 1]);
    }
    expect(readPageShape('<frameset><frame src=a></frameset>').mediaCount).toBe(1);
    expect(readPageShape('<img><img><iframe></iframe>').mediaCount).toBe(3);
    expect(readPageShape('<p>x</p><b>y</b>').mediaCount).toBe(0);
  });

  it('reads scripts that run', () => {
    const shape = (attributes: string, code = 'go()') => readPageShape(`<script ${attributes}>${code}</script>`);
    for (const type of ['', 'type=""', 'type=text/javascript', 'type=MODULE', 'type=application/ecmascript']) {
      expect(shape(`${type} src=a.js`)).toMatchObject({ scriptUrls: ['a.js'], inlineScript: 'go()' });
    }
    for (const type of ['type=text/template', 'type=application/json']) {
      expect(shape(`${type} src=a.js`)).toMatchObject({ scriptUrls: [], inlineScript: '' });
    }
    expect(shape('src=""', '  \n').inlineScript).toBe('');
    expect(readPageShape('<script>a()</script><script>b()</script>').inlineScript).toBe('a()\nb()');
    expect(readPageShape('<body onload="fill()">').inlineScript).toBe('fill()');
    expect(readPageShape('<script src=a></script><script></script>')).toMatchObject({
      scriptUrls: ['a'],
      inlineScript: '',
    });
  });

  it('cuts scripts, each and all', () => {
    expect(readPageShape(`<script>${'x'.repeat(4_001)}</script>`).inlineScript).toHaveLength(4_000);
    const script = `<script>${'x'.repeat(4_000)}</script>`;
    // Those up to and with the one that passes the bound: 31 of 4,000 signs, and the ends of lines between them.
    expect(readPageShape(script.repeat(40)).inlineScript).toHaveLength(31 * 4_000 + 30);
  });

  it('reads where a refresh leads, and when', () => {
    const refresh = (content: string, before = '') =>
      readPageShape(`${before}<meta http-equiv=Refresh content="${content}">`).refresh;
    expect(refresh('0;url=/a')).toEqual({ url: '/a', delaySeconds: 0, isInNoscript: false });
    for (const content of ["2.5 ; URL = '/a'", '2.5,/a', ' 2.5;url=/a ']) {
      expect([content, refresh(content)]).toEqual([content, { url: '/a', delaySeconds: 2.5, isInNoscript: false }]);
    }
    for (const content of ['5', '5;', 'x;url=/a', ''])
      expect([content, refresh(content)]).toEqual([content, undefined]);
    expect(
      readPageShape('<meta http-equiv=x content="0;url=/a"><meta name=refresh content="0;url=/a">').refresh,
    ).toBeUndefined();
    expect(refresh('1;url=/b', '<meta http-equiv=refresh content="0;url=/a">')?.url).toBe('/a');
    expect(readPageShape('<meta http-equiv=refresh>').refresh).toBeUndefined();
  });

  it('reads fields, and passwords that are asked for', () => {
    const shape = readPageShape('<input name=a id=b><textarea name=c></textarea><input type=PASSWORD>');
    expect([...shape.fields]).toEqual(['a', 'b', 'c']);
    expect(shape.hasPassword).toBe(true);
    expect(readPageShape('<input type=password hidden>').hasPassword).toBe(false);
    expect(readPageShape('<input type=text><input>').hasPassword).toBe(false);
    expect(readPageShape(numbered(LIST_CAP + 5, (at) => `<input name=n${at}>`)).fields.size).toBe(LIST_CAP);
    expect(readPageShape(numbered(LIST_CAP + 5, (at) => `<input id=n${at}>`)).fields.size).toBe(LIST_CAP);
  });

  it('reads names, links, forms and frames, the first four hundred', () => {
    const shape = readPageShape(
      '<p id=a class="b  c" data-testid=d></p><a href=/e></a><a></a><form action=/f></form><form></form><iframe src=g></iframe>',
    );
    expect([...shape.ids, ...shape.testIds]).toEqual(['a', 'd']);
    expect([...shape.classes]).toEqual(expect.arrayContaining(['b', 'c']));
    expect(shape).toMatchObject({ linkUrls: ['/e'], linkCount: 2, formActions: ['/f'], frameUrls: ['g'] });
    const many = readPageShape(numbered(LIST_CAP + 5, (at) => `<a href=/${at} data-testid=t${at}>x</a>`));
    expect([many.linkUrls.length, many.linkCount, many.testIds.size]).toEqual([LIST_CAP, LIST_CAP + 5, LIST_CAP]);
    expect(readPageShape(`<p class="${numbered(20, (at) => `c${at} `)}">`).classes.size).toBe(16);
  });

  it('reads title, headings and canonical address', () => {
    const shape = readPageShape(
      '<title> A\n page </title><svg><title>no</title></svg><link rel=Canonical href=/c><link rel=icon href=/i><h1>one</h1><h2>two</h2><h1>three</h1><h2>four</h2>',
    );
    expect(shape).toMatchObject({ title: 'A page', heading: 'one two three', canonical: '/c' });
    expect(readPageShape('<h2>a</h2><h2>b</h2><h2>c</h2><h2>d</h2>').heading).toBe('a b c');
    expect(readPageShape('<h1>a</h1><h1>b</h1><h1>c</h1><h1>d</h1>').heading).toBe('a b c');
    expect(readPageShape('<link rel=canonical>')).toMatchObject({ title: '', heading: '', canonical: '' });
    expect(readPageShape(`<h1>${'x'.repeat(300)}</h1><h2>${'y'.repeat(300)}</h2>`).heading).toHaveLength(401);
  });

  it('takes of a noscript what it says and where it leads, and none of its marks', () => {
    const shape = readPageShape(
      `<noscript><title>T</title><p id=a class=b>Turn  scripts on</p><a href=/l>x</a><img><input name=f><iframe src=/fr></iframe>
      <meta http-equiv=refresh content="0;url=/n"></noscript><p id=z>after</p>`,
    );
    expect(shape).toMatchObject({ title: 'T', linkUrls: ['/l'], linkCount: 0, mediaCount: 0, frameUrls: [] });
    expect(shape.noscript).toMatch(/^T? ?Turn scripts on x \/fr$/);
    expect(shape.refresh).toEqual({ url: '/n', delaySeconds: 0, isInNoscript: true });
    expect([[...shape.ids], [...shape.classes], [...shape.fields]]).toEqual([['z'], [], []]);
    expect(readPageShape('<p>x</p>').noscript).toBe('');
    expect(readPageShape(`<noscript>${'x'.repeat(600)}</noscript>`).noscript).toHaveLength(500);
  });

  it('takes nothing of a template', () => {
    expect(readPageShape('<template><p id=a></p><img></template><p id=b>').mediaCount).toBe(0);
  });

  it('has sentences of a short page alone', () => {
    expect(readPageShape(`<p>${'x'.repeat(599)}</p>`).sentences).toHaveLength(1);
    expect(readPageShape(`<p>${'x'.repeat(600)}</p>`).sentences).toEqual([]);
  });

  it('has sentences that end where blocks, lines and stops do', () => {
    const sentences = (html: string) =>
      readPageShape(html).sentences.map(({ text, isInContent }) => [text, isInContent]);
    expect(
      sentences('<h1>One</h1><div>two. Three! four?<br>five <b>six</b></div><ul><li>seven</li></ul>eight'),
    ).toEqual([
      ['One', true],
      ['two.', false],
      ['Three!', false],
      ['four?', false],
      ['five six', false],
      ['seven', true],
      ['eight', false],
    ]);
    expect(sentences('<div>一。二！三？四</div>')).toEqual(['一。', '二！', '三？', '四'].map((text) => [text, false]));
    expect(sentences('<div hidden>no</div><div>a<p>b</p>c</div>')).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    for (const name of 'h1 h2 h3 h4 h5 h6 p li dd dt blockquote pre article figcaption'.split(' ')) {
      expect([name, sentences(`<${name}>x</${name}>`)]).toEqual([name, [['x', true]]]);
    }
    expect(sentences('<table><tr><td>x</td><th>y</th></tr></table>').every(([, isInContent]) => isInContent)).toBe(
      true,
    );
  });
});

describe('the parts that all pages of a site share', () => {
  const textOf = (html: string): string => readContentShape(parseDocument(html).root).text;
  const isShared = (attributes: string, name = 'div'): boolean =>
    textOf(`<${name} ${attributes}>x</${name}><p>y</p>`) === 'y';

  it('are known by element and role', () => {
    for (const name of ['header', 'footer', 'nav', 'aside']) expect([name, isShared('', name)]).toEqual([name, true]);
    for (const role of ['banner', 'navigation', 'contentinfo', 'complementary', 'search', 'menu', 'menubar', 'MENU']) {
      expect([role, isShared(`role=${role}`)]).toEqual([role, true]);
    }
    for (const role of ['main', 'x', '""']) expect([role, isShared(`role=${role}`)]).toEqual([role, false]);
  });

  it('are known by a whole class or id', () => {
    const bases = ['header', 'footer', 'nav', 'navbar', 'navigation', 'menu', 'topbar'];
    const names = [
      ...bases,
      ...['site', 'page', 'main', 'global', 'top'].flatMap((start) => [
        `${start}header`,
        `${start}-menu`,
        `${start}_nav`,
      ]),
      ...['sidebar', 'masthead', 'breadcrumb', 'breadcrumbs', 'SIDEBAR', '-header', '_footer'],
      ...['banner', 'bar', 'consent', 'note', 'notice', 'popup'].flatMap((end) => [
        `cookie${end}`,
        `cookie-${end}`,
        `cookie_${end}`,
      ]),
    ];
    for (const name of names) {
      expect([name, isShared(`id=${name}`), isShared(`class="a ${name} b"`)]).toEqual([name, true, true]);
    }
    for (const name of [
      'my-header',
      'headers',
      'sidebars',
      'x-sidebar',
      'cookie',
      'cookie-bars',
      'shop-cookie-bar',
      'site--nav',
      'breadcrumb-x',
    ]) {
      expect([name, isShared(`id=${name}`)]).toEqual([name, false]);
    }
  });

  it('are a dialog that speaks of cookies', () => {
    for (const notice of ['cookie', 'my-consents', 'gdpr', 'privacy-x']) {
      for (const role of ['dialog', 'alertdialog', 'Dialog'])
        expect(isShared(`role=${role} class=${notice}`)).toBe(true);
    }
    for (const attributes of ['role=dialog', 'role=dialogs class=cookie', 'role=xdialog class=cookie', 'class=gdpr']) {
      expect([attributes, isShared(attributes)]).toEqual([attributes, false]);
    }
  });

  it('are neither the page itself nor what holds its content', () => {
    expect(textOf('<body class=header>x</body>')).toBe('x');
    expect(textOf('<html class=menu><body>x</body></html>')).toBe('x');
    expect(textOf('<main class=menu>x</main><article id=header>y</article>')).toBe('x y');
    expect(textOf('<article>a<header>b</header></article><header>c</header>')).toBe('a b');
    expect(textOf('<main>a<nav>b</nav></main><nav>c</nav>')).toBe('a b');
    expect(textOf('<p>a</p>b<br>c<b>d</b>')).toBe('a b cd');
  });

  it('count for nothing', () => {
    const countOf = (html: string): number => readContentShape(parseDocument(html).root).mediaCount;
    for (const name of 'img picture video audio object embed canvas iframe input select textarea table'.split(' ')) {
      expect([name, countOf(`<p>x</p><${name}></${name}>`)]).toEqual([name, 1]);
      expect(countOf(`<header><${name}></${name}></header>`)).toBe(0);
    }
    expect(countOf('<frameset><frame></frameset>')).toBe(1);
  });

  it('leave a page without content to the browser', () => {
    const page = (content: string) =>
      scriptNeed(readPageShape(`<nav>${'Menu '.repeat(200)}</nav>${content}<script>fill()</script>`));
    expect([page('x'.repeat(39)), page('x'.repeat(40))]).toEqual(['empty_page_frame', undefined]);
    expect([page('<img>'), page('')]).toEqual([undefined, 'empty_page_frame']);
    const main = (chars: number) => page(`<p>${'x'.repeat(chars)}</p><main></main>`);
    expect([main(199), main(200)]).toEqual(['empty_page_frame', undefined]);
    const mount = (chars: number) => page(`<p>${'x'.repeat(chars)}</p><div id=root></div>`);
    expect([mount(199), mount(200)]).toEqual(['empty_page_frame', undefined]);
    const gallery = (count: number) => page(`<p>${'x'.repeat(99)}</p><main></main>${'<img>'.repeat(count)}`);
    expect([gallery(3), gallery(4)]).toEqual(['empty_page_frame', undefined]);
    expect(page('<input type=password>')).toBeUndefined();
    expect(scriptNeed(readPageShape(`<nav>${'Menu '.repeat(200)}</nav>`))).toBeUndefined();
    expect(scriptNeed(readPageShape(`<div>${'<i hidden>x</i>'.repeat(9)}</div>`))).toBeUndefined();
  });
});
