import { describe, expect, it } from '@jest/globals';
import {
  coreFacts,
  epubParts,
  odtParts,
  pptxParts,
  shapeOf,
  type Sheet,
  type Slide,
  statedZip,
  xlsxParts,
  zipOf,
} from '@quarry/testkit/office-files';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { convertOffice } from './convert-office.js';

type Wish = Partial<ConversionRequest>;
const reader =
  (mediaType: string) =>
  (bytes: Uint8Array, wish: Wish = {}): Promise<PageContent> =>
    convertOffice(
      { bytes, url: 'https://a.example/x', mediaType },
      { formats: ['markdown'], links: false, emails: false, ...wish },
    );

const convertXlsx = reader('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
const convertPptx = reader('application/vnd.openxmlformats-officedocument.presentationml.presentation');
const convertOdt = reader('application/vnd.oasis.opendocument.text');
const convertEpub = reader('application/epub+zip');

describe('a workbook', () => {
  const STYLES =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="&quot;days&quot; 0"/></numFmts>' +
    `<cellXfs>${[0, 14, 164, 10, 165, 20, 166].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
  const sheet = (rows: string, more: Partial<Sheet> = {}): Sheet => ({ name: 'Sheet', rows, ...more });
  const number = (value: number | string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;
  const read = async (sheets: Sheet[], strings = '', properties = ''): Promise<string | undefined> =>
    (await convertXlsx(zipOf(xlsxParts(sheets, strings, STYLES, properties)))).markdown;

  it('is a table per sheet under its name, hidden sheets left out', async () => {
    const bytes = zipOf({
      ...xlsxParts([
        sheet('<row>' + number(1) + number(2) + '</row>', { name: 'A &amp; B' }),
        sheet('<row>' + number(9) + '</row>', { name: 'Hidden', state: 'veryHidden' }),
        sheet('<row>' + number(3) + number(4) + '</row>', { name: 'C' }),
      ]),
      ...coreFacts('<dc:creator>Ann</dc:creator>'),
    });
    const content = await convertXlsx(bytes, { formats: ['markdown', 'json'] });
    expect(content.markdown).toBe('## A & B\n\n| 1 | 2 |\n| --- | --- |\n\n## C\n\n| 3 | 4 |\n| --- | --- |');
    expect(content.json).toEqual({ author: 'Ann', sheets: 2, text: 'A & B\n\n1\t2\n\nC\n\n3\t4' });
  });

  it('shows dates as dates, percents as percents and numbers as they are', async () => {
    const cells = [
      [number(45_000, 1), '2023-03-15'],
      [number(45_000.75, 2), '2023-03-15 18:00'],
      [number(0.125, 3), '12.5%'],
      [number(1.5, 4), '36:00'],
      [number(0.25, 5), '06:00'],
      [number('1.1000000000000001', 0), '1.1'],
      [number(12, 6), '12'],
      [number(-5, 1), '-5'],
      [number('1e300', 1), '1e+300'],
    ] as const;
    const markdown = await read([sheet(`<row>${cells.map(([cell]) => cell).join('')}</row>`)]);
    expect(markdown).toContain(`| ${cells.map(([, shown]) => shown).join(' | ')} |`);
    const from1904 = await read(
      [sheet(`<row>${number(43_538, 1)}${number(1)}</row>`)],
      '',
      '<workbookPr date1904="1"/>',
    );
    expect(from1904).toContain('| 2023-03-15 | 1 |');
  });

  it('shows strings of every kind, truths, errors and links', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>in &lt;line&gt;</t></is></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#DIV/0!</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><f>HYPERLINK("https://c.example/","go")</f><v>go</v></c><c r="B2" t="s"><v>99</v></c><c r="D2" t="s"><v>1</v></c></row>';
    const links = '<hyperlinks><hyperlink ref="A1" r:id="h"/><hyperlink ref="D2" location="Sheet2!A1"/></hyperlinks>';
    const strings = '<si><r><t>Na</t></r><r><t>me</t></r><rPh><t>reading</t></rPh></si><si><t>two\nlines</t></si>';
    const bytes = zipOf(
      xlsxParts([sheet(rows, { after: links, references: [['h', 'hyperlink', 'https://b.example/']] })], strings),
    );
    const content = await convertXlsx(bytes, { links: true });
    expect(content.markdown).toBe(
      '## Sheet\n\n| [Name](https://b.example/) | in \\<line> | TRUE | #DIV/0! |\n| --- | --- | --- | --- |\n| [go](https://c.example/) |  |  | two<br>lines |',
    );
    expect(content.links).toEqual(['https://b.example/', 'https://c.example/']);
  });

  it('keeps columns apart, and leaves out rows and columns that are empty', async () => {
    const rows =
      '<row r="2"><c r="B2"><v>1</v></c><c r="XFD2"><v>2</v></c></row><row r="7"/><row r="1048576"><c r="XFD1048576"><v>3</v></c></row>';
    expect(await read([sheet(rows)])).toBe('## Sheet\n\n| 1 | 2 |\n| --- | --- |\n|  | 3 |');
  });
});

describe('a presentation', () => {
  const text = (words: string, properties = ''): string => `<a:p>${properties}<a:r><a:t>${words}</a:t></a:r></a:p>`;
  const read = async (slides: Slide[], wish: Wish = {}): Promise<PageContent> =>
    convertPptx(zipOf(pptxParts(slides)), wish);

  it('has titles as headings, outlines as lists, notes as quotations; numbers and hidden slides are left out', async () => {
    const shapes =
      shapeOf(text('One') + text('Deep', '<a:pPr lvl="1"/>') + text('Two'), 'body') +
      shapeOf(text('Welcome'), 'ctrTitle') +
      shapeOf(text('7'), 'sldNum') +
      shapeOf(text('aside'));
    const content = await read(
      [
        { shapes, notes: shapeOf(text('Say hello'), 'body') + shapeOf(text('1'), 'sldNum') },
        { shapes: shapeOf(text('secret')), attributes: 'show="0"' },
        { shapes: shapeOf(text('untitled')) },
      ],
      { formats: ['markdown', 'json'] },
    );
    expect(content.markdown).toBe('## Welcome\n\n- One\n  - Deep\n- Two\n\naside\n\n> Say hello\n\n---\n\nuntitled');
    expect(content.json).toMatchObject({ slides: 3 });
  });

  it('has tables, pictures by their text, diagrams and links, in groups too', async () => {
    const cell = (words: string): string => `<a:tc><a:txBody>${text(words)}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('K')}${cell('V')}</a:tr><a:tr>${cell('a')}${cell('1')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const picture =
      '<p:grpSp><p:grpSp><p:pic><p:nvPicPr><p:cNvPr descr="A map"/></p:nvPicPr></p:pic></p:grpSp></p:grpSp>';
    const diagram =
      '<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="d"/></a:graphicData></a:graphic></p:graphicFrame>';
    const link = '<a:p><a:r><a:rPr b="1"><a:hlinkClick r:id="l"/></a:rPr><a:t>link</a:t></a:r></a:p>';
    const parts = pptxParts(
      [
        {
          shapes: table + picture + diagram + shapeOf(link),
          references: [
            ['l', 'hyperlink', 'https://b.example/'],
            ['d', 'diagramData', '../diagrams/data1.xml'],
          ],
        },
      ],
      { 'ppt/diagrams/data1.xml': `<m><ptLst><pt><t>${text('step').replaceAll('a:', '')}</t></pt></ptLst></m>` },
    );
    const { content } = await convertPptx(zipOf(parts), { formats: ['html'] });
    expect(content).toContain('<tr><th>K</th><th>V</th></tr>\n<tr><td>a</td><td>1</td></tr>');
    expect(content).toContain('<img alt="A map">');
    expect(content).toContain('<li>step');
    expect(content).toContain('<a href="https://b.example/"><strong>link</strong></a>');
  });
});

describe('an OpenDocument text', () => {
  const STYLES =
    '<style:style style:name="P1" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>' +
    '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Quotations"/>' +
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-style="italic" fo:font-weight="normal"/></style:style>' +
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>';
  const read = async (text: string, facts = '', wish: Wish = {}): Promise<PageContent> =>
    convertOdt(statedZip(odtParts(text, STYLES, facts)), wish);

  it('has headings, emphasis, quotations, code and lists', async () => {
    const text =
      '<text:p text:style-name="Title">Report</text:p><text:h text:outline-level="2">Head</text:h>' +
      '<text:p text:style-name="P1">bold <text:span text:style-name="T1">slanted</text:span></text:p><text:p text:style-name="P2">said</text:p>' +
      '<text:p text:style-name="Preformatted_20_Text">a<text:s text:c="3"/>b</text:p><text:p text:style-name="Preformatted_20_Text">c</text:p>' +
      '<text:list text:style-name="L1"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>';
    expect((await read(text)).markdown).toBe(
      '# Report\n\n## Head\n\n**bold** *slanted*\n\n> said\n\n```\na   b\nc\n```\n\n1. one\n   - deep\n2. two',
    );
  });

  it('has tables, links, notes and pictures by their text; no remarks and no deleted text', async () => {
    const cells = (...texts: string[]): string =>
      `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const text =
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
      `<table:table><table:table-header-rows>${cells('K', 'V')}</table:table-header-rows>${cells('a', '1')}</table:table>` +
      '<text:p>see <text:a xlink:href="https://b.example/">there</text:a><text:note><text:note-citation>*</text:note-citation><text:note-body><text:p>Foot</text:p></text:note-body></text:note><office:annotation><text:p>remark</text:p></office:annotation></text:p>' +
      '<text:p><draw:frame><draw:image xlink:href="http://evil.example/x.png"/><svg:desc>A cat</svg:desc></draw:frame></text:p>';
    const { markdown } = await read(text);
    expect(markdown).toBe(
      '| K | V |\n| --- | --- |\n| a | 1 |\n\nsee [there](https://b.example/)<sup>\\[1\\]</sup>\n\n![A cat]()\n\n---\n\n<sup>\\[1\\]</sup> Foot',
    );
  });

  it('states its facts', async () => {
    const facts =
      '<dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:language>de-DE</dc:language><meta:creation-date>2026-01-02T03:04:05.123</meta:creation-date><dc:date>2026-02-03</dc:date><meta:document-statistic meta:page-count="4"/>';
    expect((await read('<text:p>x</text:p>', facts, { formats: ['json'] })).json).toEqual({
      title: 'T',
      author: 'Ann',
      language: 'de-DE',
      created: '2026-01-02T03:04:05.123',
      modified: '2026-02-03',
      pages: 4,
      text: 'x',
    });
  });
});

describe('a book', () => {
  const FACTS =
    '<dc:title>Book</dc:title><dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-02T03:04:05Z</meta>';

  it('has its chapters in the order of its spine, without its table of contents', async () => {
    const bytes = statedZip(epubParts(['<h1>One</h1><p>a</p>', '<h1>Two</h1><p>b</p>', '<h1>Three</h1>'], FACTS));
    const content = await convertEpub(bytes, { formats: ['markdown', 'json'], title: true });
    expect(content.markdown).toBe('# One\n\na\n\n# Two\n\nb\n\n# Three');
    expect(content.json).toEqual({
      title: 'Book',
      author: 'A, B',
      language: 'en',
      modified: '2026-01-02T03:04:05Z',
      chapters: 3,
      text: 'One\n\na\n\nTwo\n\nb\n\nThree',
    });
    expect(content.title).toBe('Book');
  });

  it('keeps what is text, and neither scripts, styles, handlers nor targets inside', async () => {
    const chapter =
      '<p onclick="x()" style="a">Text <a href="two.xhtml">in</a> <a href="https://b.example/">out</a> <a href="javascript:x()">js</a></p><script>bad()</script><style>p{}</style><img src="http://evil.example/a.png" alt="A &amp; B"/>' +
      '<pre><code class="x language-js">a &lt; b</code></pre><table><tr><th colspan="2">H</th></tr><tr><td>1</td><td>2</td></tr></table><iframe src="http://evil.example/"/>' +
      '<p>x<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math></p><aside epub:type="footnote"><p>Note.</p></aside>';
    const { content = '', markdown } = await convertEpub(statedZip(epubParts([chapter])), {
      formats: ['html', 'markdown'],
    });
    expect(content).toContain(
      '<p>Text <a>in</a> <a href="https://b.example/">out</a> <a>js</a></p><img alt="A &amp; B">',
    );
    expect(content).not.toMatch(/evil|bad|onclick|style=|javascript|iframe/);
    expect(markdown).toContain('```js\na < b\n```');
    expect(markdown).toContain('$x^2$');
    expect(markdown).toContain('Note.');
  });
});
