import { expect, it } from '@jest/globals';
import { decodeBody } from '@quarry/html';
import { convertPage } from '@quarry/page';
import { corpusBytes, corpusFiles, describeCorpus } from '../corpus.js';
import { type Figure, judgeFigures } from '../gate.js';

const FOLDER = 'articles/encoding';
const CASES = corpusFiles(FOLDER, (name) => name.endsWith('.dat'));
const BIG5 = `${FOLDER}/encoding__chardet__test_big5.txt`;
const EVALUATION = 'articles/trafilatura/evaldata.subset.json';

interface Outcome {
  readonly isRight: boolean;
  readonly line: string;
}

const figureOf = (outcomes: readonly Outcome[], floor: number): Figure => ({
  value: outcomes.filter(({ isRight }) => isRight).length / Math.max(1, outcomes.length),
  n: outcomes.length,
  floor,
  cases: outcomes.map(({ isRight, line }) => `${isRight ? 'right' : 'WRONG'} ${line}`),
});

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

interface EncodingCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly expected: string;
}

const encodingCases = (): EncodingCase[] =>
  CASES.flatMap((file) =>
    Buffer.from(corpusBytes(file))
      .toString('latin1')
      .split(/(?:^|\n)#data\n/)
      .slice(1)
      .map((source, index) => {
        const [data = '', encoding = ''] = source.split('\n#encoding\n');
        const expected = encoding.trim().split('\n')[0]?.toLowerCase() ?? '';
        return { name: `${file}#${index + 1}`, bytes: Buffer.from(data, 'latin1'), expected };
      }),
  );

/** Re-saved as UTF-8 under the old declaration, with enough letters to show it: read as UTF-8. */
const isResaved = ({ bytes, expected }: EncodingCase): boolean =>
  expected !== 'utf-8' && isUtf8(bytes) && bytes.length - new TextDecoder().decode(bytes).length >= 100;

const judgeCase = ({ name, bytes, expected }: EncodingCase, wanted = expected): Outcome => {
  const { encoding } = decodeBody(bytes, 'text/html');
  return { isRight: encoding === wanted, line: `${name}: ${encoding}, wanted ${wanted}` };
};

/** Characters that appear when UTF-8 is read as a single-byte encoding, and control characters that no text has. */
const MOJIBAKE = /Ã[\u0080-\u00bf]|â€[™œ\u009d“”¦]|[ÐÑ][\u0080-\u00bf]{1,2}[ÐÑ][\u0080-\u00bf]|[\u0080-\u009f]/g;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Replacement characters that are already in the bytes. */
const replaced = (bytes: Uint8Array): number => count(Buffer.from(bytes).toString('latin1'), '\u00ef\u00bf\u00bd');

/** Broken sequences that a page may hold, which browsers show as replaced too. */
const MAX_BROKEN = 2;

const htmlPages = corpusFiles('articles', (name) => /\.html?$/.test(name));

const judgePage = (name: string): Outcome => {
  const bytes = corpusBytes(name);
  const { text, encoding } = decodeBody(bytes, 'text/html');
  const lost = count(text, '\ufffd') - replaced(bytes);
  const marks = text.match(MOJIBAKE)?.length ?? 0;
  return { isRight: lost <= MAX_BROKEN && marks === 0, line: `${name}: ${encoding}, ${lost} lost, ${marks} marks` };
};

interface Expectation {
  readonly with?: readonly string[];
}

const judgeWords = (name: string, expectations: Readonly<Record<string, Expectation>>): Outcome[] => {
  const slug = name.replace(/^.*\//, '').replace(/\.html$/, '');
  const { text } = decodeBody(corpusBytes(name), 'text/html');
  const page = convertPage(
    { text, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['text'], links: false, emails: false },
  );
  const words = expectations[slug]?.with ?? [];
  return words.map((word) => ({ isRight: page.text?.includes(word) ?? false, line: `${slug}: ${word}` }));
};

describeCorpus('charsets', () => {
  it('are decoded as browsers do', () => {
    const cases = encodingCases();
    const resaved = cases.filter(isResaved);
    const legacy = htmlPages.filter((name) => !MADE_BROKEN.has(name) && !isUtf8(corpusBytes(name)));
    const expectations = JSON.parse(Buffer.from(corpusBytes(EVALUATION)).toString('utf8')) as Record<
      string,
      Expectation
    >;
    const big5 = decodeBody(corpusBytes(BIG5), 'text/html').encoding;
    const figures = {
      'encoding of a document': figureOf(
        cases.filter((one) => !resaved.includes(one)).map((one) => judgeCase(one)),
        1,
      ),
      'UTF-8 under an old declaration': figureOf(
        [
          ...resaved.map((one) => judgeCase(one, 'utf-8')),
          {
            isRight: decodeBody(corpusBytes('articles/readability/gmw.html')).text.includes('宇航员'),
            line: 'gmw.html',
          },
        ],
        1,
      ),
      'undeclared Big5': figureOf([{ isRight: big5 === 'big5', line: big5 }], 1),
      'pages of other bytes than UTF-8': figureOf(legacy.map(judgePage), 1),
      'expected strings of those pages': figureOf(
        legacy.flatMap((name) => judgeWords(name, expectations)),
        1,
      ),
      'pages without mojibake': figureOf(htmlPages.filter((name) => !MADE_BROKEN.has(name)).map(judgePage), 0.99),
    };
    expect(legacy.length).toBeGreaterThan(3);
    expect(judgeFigures('pages/charsets', [...CASES, BIG5, EVALUATION, ...htmlPages], figures)).toEqual([]);
  });
});

/** Pages that were broken before they were served: browsers show these characters too. */
const MADE_BROKEN: ReadonlySet<string> = new Set([
  'articles/aeb/autoracing-com-br-11ea38.html',
  'articles/readability/buzzfeed-1.html',
  'articles/trafilatura/adac-de-kindersitze.html',
  'articles/trafilatura/d43f330cbaf74e92b9aec85e937cb904.html',
  'articles/trafilatura/elcolumbiano-com-alcaldia.html',
  'articles/trafilatura/elle-de-sneaker.html',
  'articles/trafilatura/kulinariaathome-com-mandelpl-tzchen.html',
  'articles/trafilatura/literaturkritik-de-Ann-Cotten.html',
  'articles/trafilatura/tierschutzpartei-de-wildvogelauffang.html',
]);
