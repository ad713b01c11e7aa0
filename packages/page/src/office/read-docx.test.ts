import { describe, expect, it } from '@jest/globals';
import { coreFacts, docxPart, docxParts, type Parts, type Reference, zipOf } from '@quarry/testkit/office-files';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { convertOffice } from './convert-office.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const convert = (
  body: string,
  {
    references = [],
    parts = {},
    ...wish
  }: Partial<ConversionRequest> & { references?: Reference[]; parts?: Parts } = {},
): Promise<PageContent> =>
  convertOffice(
    { bytes: zipOf(docxParts(body, references, parts)), url: 'https://a.example/x.docx', mediaType: DOCX },
    { formats: ['markdown'], links: false, emails: false, ...wish },
  );

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`;
const styled = (style: string, text: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
const item = (list: number, level: number, text: string): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const row = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;

const STYLES = docxPart(
  'styles',
  [
    ['Titel', 'Title', ''],
    ['berschrift1', 'heading 1', ''],
    ['Kapitel', 'Chapter', '<w:basedOn w:val="berschrift1"/>'],
    ['Eigene', 'My style', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'],
    ['Listing', 'Source Code', ''],
    ['Zitat', 'Quote', ''],
    ['Inline', 'Verbatim Char', ''],
    ['Punkte', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>'],
    ['Kreis', 'Circle', '<w:basedOn w:val="Kreis"/>'],
  ]
    .map(([id, name, inner]) => `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`)
    .join(''),
);
const level = (number: number, format: string): string =>
  `<w:lvl w:ilvl="${number}"><w:numFmt w:val="${format}"/></w:lvl>`;
const list = (id: number, levels: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
const NUMBERING = docxPart(
  'numbering',
  list(1, level(0, 'decimal') + level(1, 'bullet')) + list(2, level(0, 'bullet')),
);
const STYLED = {
  references: [
    ['rS', 'styles', 'styles.xml'],
    ['rN', 'numbering', 'numbering.xml'],
  ] as Reference[],
  parts: { 'word/styles.xml': STYLES, 'word/numbering.xml': NUMBERING },
};

describe('a document of a word processor', () => {
  it('has headings by the names of styles in any language, by those they are based on, and by outline levels', async () => {
    const body = [
      styled('Titel', 'Report'),
      styled('berschrift1', 'One'),
      styled('Kapitel', 'Two'),
      styled('Eigene', 'Three'),
      paragraph(run('Four', '<w:b/>'), '<w:outlineLvl w:val="3"/>'),
      styled('Kreis', 'text'),
      styled('Unknown', 'more'),
    ];
    const { markdown } = await convert(body.join(''), STYLED);
    expect(markdown).toBe('# Report\n\n# One\n\n# Two\n\n### Three\n\n#### Four\n\ntext\n\nmore');
  });

  it('has lists that nest, go on and begin anew', async () => {
    const body = [
      item(1, 0, 'one'),
      item(1, 1, 'deep'),
      item(1, 0, 'two'),
      paragraph(run('between')),
      item(1, 0, 'three'),
      styled('Punkte', 'dot'),
      item(0, 0, 'none'),
    ];
    const { markdown } = await convert(body.join(''), STYLED);
    expect(markdown).toBe('1. one\n   - deep\n2. two\n\nbetween\n\n3. three\n\n- dot\n\nnone');
  });

  it('has emphasis once for neighbouring runs, and neither deleted nor hidden text', async () => {
    const runs = [
      run('plain '),
      run('bo', '<w:b/>'),
      run('ld', '<w:b/>'),
      run(' '),
      run('slanted', '<w:i w:val="true"/>'),
      run(' straight', '<w:b w:val="0"/>'),
      run(' hidden', '<w:vanish/>'),
      `<w:del>${run(' deleted').replaceAll('w:t', 'w:delText')}</w:del>`,
      `<w:ins>${run(' inserted')}</w:ins>`,
      run('2', '<w:vertAlign w:val="superscript"/>'),
      run(' '),
      run('code()', '<w:rStyle w:val="Inline"/>'),
    ];
    const { markdown } = await convert(paragraph(runs.join('')), STYLED);
    expect(markdown).toBe('plain **bold** *slanted* straight inserted<sup>2</sup> `code()`');
  });

  it('has code and quotations', async () => {
    const body = [styled('Listing', 'let a = 1;'), styled('Listing', '  b();'), styled('Zitat', 'Said')];
    expect((await convert(body.join(''), STYLED)).markdown).toBe('```\nlet a = 1;\n  b();\n```\n\n> Said');
  });

  it('has tables with their header, spans and tables inside', async () => {
    const rows = [
      row(cell('Name') + cell('Price'), '<w:tblHeader/>'),
      row(cell('A', '<w:vMerge w:val="restart"/>') + cell('1')),
      row(cell('', '<w:vMerge/>') + cell('2')),
      row(cell('both', '<w:gridSpan w:val="2"/>')),
    ];
    const { content } = await convert(`<w:tbl>${rows.join('')}</w:tbl>`, { formats: ['html'] });
    expect(content).toContain(
      '<tr><th>Name</th><th>Price</th></tr>\n<tr><td rowspan="2">A</td><td>1</td></tr>\n<tr><td>2</td></tr>\n<tr><td colspan="2">both</td></tr>',
    );
    const nested = `<w:tbl>${row(`<w:tc>${paragraph(run('outer'))}<w:tbl>${row(cell('inner'))}</w:tbl></w:tc>`)}</w:tbl>`;
    expect((await convert(nested)).markdown).toMatch(/outer\s+inner/);
  });

  it('has links by reference and by field, those out of the document alone', async () => {
    const field = (target: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "${target}" \\o "x"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('field')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const runs = [
      `<w:hyperlink r:id="rL">${run('site')}</w:hyperlink>`,
      run(' '),
      `<w:hyperlink w:anchor="top">${run('top')}</w:hyperlink>`,
      run(' '),
      field('https://c.example/'),
      run(' '),
      field('file:///etc/passwd'),
      run(' https://d.example/e, jo@example.com'),
    ];
    const content = await convert(paragraph(runs.join('')), {
      references: [['rL', 'hyperlink', 'https://b.example/?x=1&y=2']],
      links: true,
      emails: true,
    });
    expect(content.markdown).toBe(
      '[site](https://b.example/?x=1&y=2) top [field](https://c.example/) field https://d.example/e, jo@example.com',
    );
    expect(content.links).toEqual(['https://b.example/?x=1&y=2', 'https://c.example/', 'https://d.example/e']);
    expect(content.emails).toEqual(['jo@example.com']);
  });

  it('keeps notes, numbered by the text, and pictures by their alternative text', async () => {
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const drawing =
      '<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr descr="A chart"/><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>';
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${paragraph(run(text))}</w:footnote>`;
    const { markdown } = await convert(
      paragraph(run('a') + reference(7) + run(' b') + reference(3) + reference(9) + drawing),
      {
        references: [['rF', 'footnotes', 'footnotes.xml']],
        parts: {
          'word/footnotes.xml': docxPart(
            'footnotes',
            `<w:footnote w:type="separator" w:id="9"><w:p/></w:footnote>${note(3, 'Third')}${note(7, 'Seventh')}${note(8, 'Unused')}`,
          ),
        },
      },
    );
    expect(markdown).toMatch(/^a<sup>\\\[1\\\]<\/sup> b<sup>\\\[2\\\]<\/sup>!\[A chart\]\(\)\n\nIn a box\n/);
    expect(markdown).toMatch(/\\\[1\\\]<\/sup> Seventh\n\n<sup>\\\[2\\\]<\/sup> Third$/);
  });

  it('states its facts as data, and only those', async () => {
    const facts =
      '<dc:title>The  report</dc:title><dc:creator>Ann</dc:creator><dc:language>en-GB</dc:language><dcterms:created>2026-01-02T03:04:05Z</dcterms:created><dcterms:modified>yesterday</dcterms:modified>';
    const parts = { ...coreFacts(facts), 'docProps/app.xml': '<Properties><Pages>3</Pages></Properties>' };
    const content = await convert(paragraph(run('Text')), { parts, formats: ['json', 'html'], title: true });
    expect(content.json).toEqual({
      title: 'The report',
      author: 'Ann',
      language: 'en-GB',
      created: '2026-01-02T03:04:05Z',
      pages: 3,
      text: 'Text',
    });
    expect(content.title).toBe('The report');
    expect(content.content).toContain('<html lang="en-GB">');
    expect((await convert(paragraph(run('Text')), { formats: ['json'] })).json).toEqual({ text: 'Text' });
  });

  it('is read by rules and cut into chunks as a page is', async () => {
    const body = styled('berschrift1', 'One') + paragraph(run('Price: 12.50 EUR')) + styled('berschrift1', 'Two');
    const content = await convert(body, {
      ...STYLED,
      chunks: { maxTokens: 50 },
      extractRules: { headings: 'h1', first: { selector: 'h1', type: 'item', output: 'text' } },
      aiExtractRules: { price: { type: 'number' } },
    });
    expect(content.chunks?.length).toBeGreaterThan(0);
    expect(content.extractedData).toEqual({ headings: ['One', 'Two'], first: 'One' });
    expect(content.aiResponse).toEqual({ price: 12.5 });
    expect(Object.keys(content).sort()).toEqual(['aiResponse', 'chunks', 'extractedData', 'markdown']);
  });

  it('is read where its names have no usual prefix, and in UTF-16', async () => {
    const parts = docxParts(paragraph(run('Grüße')));
    const xml = String(parts['word/document.xml']).replaceAll('w:', 'q:').replaceAll('xmlns:q', 'xmlns:q');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml.replace('UTF-8', 'UTF-16'), 'utf16le')]);
    expect((await convert('', { parts: { 'word/document.xml': wide } })).markdown).toBe('Grüße');
  });
});
