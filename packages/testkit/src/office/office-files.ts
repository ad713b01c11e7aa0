import { strToU8, zipSync, type ZipOptions } from 'fflate';

export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** A zip archive of these parts, in order. */
export const zipOf = (parts: Parts, options: ZipOptions = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
    options,
  );

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** References of a part: its id, type and target; those to the web lead outward. */
export type Reference = readonly [id: string, type: string, target: string];

export const relationsOf = (references: readonly Reference[]): string =>
  `${XML}<Relationships xmlns="${RELATIONS}">${references
    .map(([id, type, target]) => {
      const mode = /^[a-z]+:/i.test(target) ? ' TargetMode="External"' : '';
      return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target.replaceAll('&', '&amp;')}"${mode}/>`;
    })
    .join('')}</Relationships>`;

const packageOf = (main: string, contentType: string, parts: Parts): Parts => ({
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${contentType}.main+xml"/></Types>`,
  '_rels/.rels': relationsOf([['rId1', 'officeDocument', main]]),
  ...parts,
});

const CORE = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';

export const coreFacts = (inner: string): Parts => ({
  'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${inner}</cp:coreProperties>`,
});

const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="urn:wp" xmlns:mc="urn:mc" xmlns:m="urn:m"`;

/** A document of a word processor: the content of its body; parts such as `word/styles.xml` with their content alone. */
export const docxParts = (body: string, references: readonly Reference[] = [], parts: Parts = {}): Parts =>
  packageOf('word/document.xml', 'wordprocessingml.document', {
    'word/document.xml': `${XML}<w:document ${W}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels': relationsOf(references),
    ...parts,
  });

export const docxPart = (name: string, inner: string): string => `${XML}<w:${name} ${W}>${inner}</w:${name}>`;

const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`;

export interface Sheet {
  readonly name: string;
  /** Rows as XML. */
  readonly rows: string;
  readonly after?: string;
  readonly state?: string;
  readonly references?: readonly Reference[];
}

/** A workbook; `strings` and `styles` are the contents of those parts. */
export const xlsxParts = (sheets: readonly Sheet[], strings = '', styles = '', properties = ''): Parts => {
  const own = sheets.map((_sheet, index): Reference => [
    `rId${index + 1}`,
    'worksheet',
    `worksheets/sheet${index + 1}.xml`,
  ]);
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const parts = sheets.flatMap(({ rows, after = '', references = [] }, index): [string, string][] => [
    [
      `xl/worksheets/sheet${index + 1}.xml`,
      `${XML}<worksheet ${S}><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ],
    [`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationsOf(references)],
  ]);
  return packageOf('xl/workbook.xml', 'spreadsheetml.sheet', {
    'xl/workbook.xml': `${XML}<workbook ${S}>${properties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([
      ...own,
      ['rIdA', 'sharedStrings', 'sharedStrings.xml'],
      ['rIdB', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': `${XML}<sst ${S}>${strings}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet ${S}>${styles}</styleSheet>`,
    ...Object.fromEntries(parts),
  });
};

const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:dgm="urn:dgm"`;

export interface Slide {
  /** Shapes as XML. */
  readonly shapes: string;
  /** Shapes of its notes. */
  readonly notes?: string;
  readonly attributes?: string;
  readonly references?: readonly Reference[];
}

export const pptxParts = (slides: readonly Slide[], parts: Parts = {}): Parts => {
  const own = slides.map((_slide, index): Reference => [`rId${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]);
  const made = slides.flatMap(({ shapes, notes, attributes = '', references = [] }, index): [string, string][] => {
    const number = index + 1;
    const all: readonly Reference[] =
      notes === undefined
        ? references
        : [...references, ['rIdN', 'notesSlide', `../notesSlides/notesSlide${number}.xml`]];
    const tree = (inner: string): string => `<p:cSld><p:spTree><p:nvGrpSpPr/>${inner}</p:spTree></p:cSld>`;
    return [
      [`ppt/slides/slide${number}.xml`, `${XML}<p:sld ${P} ${attributes}>${tree(shapes)}</p:sld>`],
      [`ppt/slides/_rels/slide${number}.xml.rels`, relationsOf(all)],
      ...(notes === undefined
        ? []
        : [
            [`ppt/notesSlides/notesSlide${number}.xml`, `${XML}<p:notes ${P}>${tree(notes)}</p:notes>`] as [
              string,
              string,
            ],
          ]),
    ];
  });
  const list = slides.map((_slide, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('');
  return packageOf('ppt/presentation.xml', 'presentationml.presentation', {
    'ppt/presentation.xml': `${XML}<p:presentation ${P}><p:sldIdLst>${list}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsOf(own),
    ...Object.fromEntries(made),
    ...parts,
  });
};

/** A shape with these paragraphs; `place` such as `title` or `body`. */
export const shapeOf = (paragraphs: string, place?: string): string => {
  const holder = place === undefined ? '' : `<p:ph type="${place}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
};

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const O =
  ['office', 'text', 'style', 'table', 'meta', 'drawing']
    .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="${ODF}:${name}:1.0"`)
    .join(' ') +
  ` xmlns:fo="${ODF}:xsl-fo-compatible:1.0" xmlns:svg="${ODF}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`;

/** An OpenDocument text: its content, automatic styles and facts. */
export const odtParts = (text: string, styles = '', facts = '', parts: Parts = {}): Parts => ({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="${ODF}:manifest:1.0"/>`,
  'content.xml': `${XML}<office:document-content ${O}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
  'meta.xml': `${XML}<office:document-meta ${O}><office:meta>${facts}</office:meta></office:document-meta>`,
  ...parts,
});

/** Archives of this kind state their type first, not compressed. */
export const statedZip = ({ mimetype = '', ...parts }: Parts): Uint8Array =>
  zipSync({
    mimetype: [typeof mimetype === 'string' ? strToU8(mimetype) : mimetype, { level: 0 }],
    ...Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  });

/** A book of these chapters, as the content of their bodies. */
export const epubParts = (chapters: readonly string[], facts = '', parts: Parts = {}): Parts => ({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'OEBPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${facts}</metadata><manifest><item id="toc" href="toc.xhtml" properties="nav" media-type="application/xhtml+xml"/>${chapters
    .map(
      (_chapter, index) =>
        `<item id="c${index}" href="text/chapter%20${index}.xhtml" media-type="application/xhtml+xml"/>`,
    )
    .reverse()
    .join(
      '',
    )}</manifest><spine><itemref idref="toc"/>${chapters.map((_chapter, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
  'OEBPS/toc.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Contents</p></body></html>',
  ...Object.fromEntries(
    chapters.map((chapter, index) => [
      `OEBPS/text/chapter ${index}.xhtml`,
      `${XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title><style>p{}</style></head><body>${chapter}</body></html>`,
    ]),
  ),
  ...parts,
});
