import { expect, it } from '@jest/globals';
import { docxPart, docxParts, epubParts, odtParts, pptxParts, statedZip, zipOf } from '@quarry/testkit/office-files';
import type { ConversionRequest } from '../source/page-content.js';
import { convertOffice } from './convert-office.js';

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
};

const read = async (kind: keyof typeof TYPES, bytes: Uint8Array, wish: Partial<ConversionRequest> = {}) =>
  convertOffice(
    { bytes, url: 'https://a.example/x', mediaType: TYPES[kind] },
    { formats: ['markdown'], links: false, emails: false, ...wish },
  );

const points = (values: readonly (string | undefined)[]): string =>
  values.map((value, index) => (value === undefined ? '' : `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)).join('');
const series = (name: string, categories: readonly (string | undefined)[], values: readonly string[]): string =>
  `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>` +
  `<c:cat><c:strRef><c:strCache>${points(categories)}</c:strCache></c:strRef></c:cat>` +
  `<c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;

const chartOf = async (plot: string, wish: Partial<ConversionRequest> = {}) => {
  const frame =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>';
  const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Catch</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${plot}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const slide = { shapes: frame, references: [['c', 'chart', '../charts/chart1.xml']] as [string, string, string][] };
  return read('pptx', zipOf(pptxParts([slide], { 'ppt/charts/chart1.xml': chart })), wish);
};

it('shows a chart of a slide as the table of its values', async () => {
  const plot = series('2023', ['Cod', 'Hake'], ['4.3', '2.5']) + series('2024', ['Cod', 'Hake'], ['2.4', '&lt;1']);
  const { markdown } = await chartOf(plot);
  expect(markdown).toBe(
    '---\n\nCatch\n\n|  | 2023 | 2024 |\n| --- | --- | --- |\n| Cod | 4.3 | 2.4 |\n| Hake | 2.5 | <1 |',
  );
});

it('leaves a category without a name empty, and counts those of a chart without any', async () => {
  expect((await chartOf(series('A', ['Cod', undefined], ['1', '2']))).markdown).toContain('| Cod | 1 |\n|  | 2 |');
  expect((await chartOf(series('A', [], ['7', '8']))).markdown).toContain('| 1 | 7 |\n| 2 | 8 |');
});

it('reads no more cells of a chart than of a document', async () => {
  const plot = series('A', ['Cod', 'Hake', 'Sole'], ['1', '2', '3']);
  const content = await chartOf(plot, { limits: { maxOfficeCells: 4 } });
  expect(content.markdown).toContain('| Cod | 1 |');
  expect(content.markdown).not.toContain('Hake');
  expect(content.limitsHit).toContain('maxOfficeCells');
});

it('leaves out the table of contents of a text document', async () => {
  const line = (style: string, text: string): string =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const style = (id: string, name: string): string => `<w:style w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const styles = docxPart('styles', style('T1', 'toc 1') + style('TH', 'TOC Heading') + style('P', 'Tock'));
  const body = line('TH', 'Contents') + line('T1', 'Nets 3') + line('P', 'Nets are mended.');
  const docx = zipOf(docxParts(body, [['rS', 'styles', 'styles.xml']], { 'word/styles.xml': styles }));
  expect((await read('docx', docx)).markdown).toBe('Nets are mended.');
  const odt =
    '<text:table-of-content><text:index-body><text:p>Nets 3</text:p></text:index-body></text:table-of-content><text:bibliography><text:index-body><text:p>Holm 1999</text:p></text:index-body></text:bibliography><text:p>Nets are mended.</text:p>';
  expect((await read('odt', statedZip(odtParts(odt, '', '')))).markdown).toBe('Holm 1999\n\nNets are mended.');
});

it('leaves out the table of contents within a chapter of a book', async () => {
  const chapter =
    '<h1>Nets</h1><div class="toc"><p>1. Knots</p></div><nav epub:type="toc"><p>2. Floats</p></nav><div class="tocsin"><p>A bell.</p></div>';
  expect((await read('epub', statedZip(epubParts([chapter])))).markdown).toBe('# Nets\n\nA bell.');
});
