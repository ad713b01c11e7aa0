import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures } from '../gate.js';
import { readLabels } from '../labels.js';
import { tallyPlaces } from './tally-places.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

interface Labels {
  /** Values by place in the result, as a person read them from the page or its data; salted hashes. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const { labels: LABELS, hash } = readLabels<Labels>('sites/labels/realtyb');

const PAGES: Readonly<Record<string, { readonly file: string; readonly id: number }>> = {
  'tx-mckinney-304-sparrow-hawk': { file: 'zillow/property/tx-mckinney-304-sparrow-hawk.html', id: 53_109_906 },
  // Only the data of a page: embedded in a page as the site does.
  'scrapfly-property': { file: 'zillow/samples/scrapfly-property.json', id: 15_192_198 },
};

const pageOf = (file: string): string => {
  const { text } = corpusPage(file);
  if (!file.endsWith('.json')) return text;
  const cache = JSON.stringify({ ForSaleFullRenderQuery: { property: JSON.parse(text) as unknown } });
  const state = { props: { pageProps: { componentProps: { gdpClientCache: cache } } } };
  return `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state).replaceAll('</', '<\\/')}</script>`;
};

const read = (text: string, id: number) => {
  const url = `https://www.zillow.com/homedetails/${id}_zpid/`;
  const documents = [
    { step: 'property', text, url },
    { step: 'profile', failed: 'not_found' as const },
  ];
  return SITE_OPERATIONS.get('realtyb/property')?.read({ url, extractAgentEmails: true }, documents, {});
};

const files = corpusFiles('zillow', (name) => /\.(?:html|json)$/.test(name));

describeCorpus('properties of captured pages', () => {
  it('have the values that a person reads', () => {
    const figures = tallyPlaces({
      name: 'realtyb-property',
      pages: LABELS.pages,
      hash,
      resultOf: (page) => {
        const { file, id } = PAGES[page] ?? { file: '', id: 0 };
        const reading = read(pageOf(file), id);
        return reading?.outcome === 'ok' ? reading.result['property'] : undefined;
      },
    });
    expect(judgeFigures('sites/realtyb-property', files, figures)).toEqual([]);
  });

  it('are made of no other page', () => {
    const others = files.filter((name) => name.endsWith('.html') && !name.includes('/property/'));
    const outcomes = others.map((name) => read(corpusPage(name).text, 53_109_906)?.outcome);
    expect(outcomes.filter((outcome) => outcome === 'ok' || outcome === 'ask')).toEqual([]);
    const blocked = others
      .filter((name) => name.includes('/blocked/'))
      .map((name) => read(corpusPage(name).text, 1)?.outcome);
    expect(new Set(blocked)).toEqual(new Set(['blocked']));
  });

  it('are read in time', () => {
    const times = Object.values(PAGES).map(({ file, id }) => {
      const text = pageOf(file);
      const run = () => {
        const usedMs = watchProcessor();
        read(text, id);
        return usedMs();
      };
      return Math.min(run(), run(), run(), run());
    });
    process.stdout.write(`quality realtyb-property time: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms\n`);
    expect(Math.max(...times)).toBeLessThan(15);
  });
});
