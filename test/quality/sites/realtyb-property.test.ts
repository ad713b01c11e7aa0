import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures, type Figure } from '../gate.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

interface Labels {
  readonly salt: string;
  /** Values by place in the answer, as a person read them from the page or its data; salted hashes. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

// safe because the file is part of the project
const LABELS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'labels/realtyb-labels.json'), 'utf8')) as Labels;

const PAGES: Readonly<Record<string, { readonly file: string; readonly id: number }>> = {
  'tx-mckinney-304-sparrow-hawk': { file: 'zillow/property/tx-mckinney-304-sparrow-hawk.html', id: 53_109_906 },
  // The data of a page alone: put into a page as the site does.
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

const valueAt = (answer: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, key) => {
    if (value === null || typeof value !== 'object') return undefined;
    return (value as Record<string, unknown>)[key];
  }, answer);

const hash = (page: string, place: string, value: unknown): string =>
  createHash('sha256')
    .update(`${LABELS.salt}\0${page}\0${place}\0${String(value)}`)
    .digest('hex')
    .slice(0, 16);

const files = corpusFiles('zillow', (name) => /\.(?:html|json)$/.test(name));

describeCorpus('properties of captured pages', () => {
  it('have the values that a person reads', () => {
    const places = new Map<string, { extracted: number; right: number; n: number }>();
    for (const [page, labels] of Object.entries(LABELS.pages)) {
      const { file, id } = PAGES[page] ?? { file: '', id: 0 };
      const reading = read(pageOf(file), id);
      const property = reading?.outcome === 'ok' ? reading.result['property'] : undefined;
      for (const [place, label] of Object.entries(labels)) {
        const value = valueAt(property, place);
        const tally = places.get(place) ?? { extracted: 0, right: 0, n: 0 };
        tally.n += 1;
        if (value !== undefined) tally.extracted += 1;
        if (hash(page, place, value) === label) tally.right += 1;
        places.set(place, tally);
      }
    }
    for (const [place, { extracted, right, n }] of places) {
      process.stdout.write(`quality realtyb-property ${place}: present ${n}, extracted ${extracted}, right ${right}\n`);
    }
    const sum = (key: 'extracted' | 'right' | 'n') =>
      [...places.values()].reduce((total, tally) => total + tally[key], 0);
    const figures: Record<string, Figure> = {
      right: { value: sum('right') / sum('n'), n: sum('n'), floor: 0.98 },
      'not wrong': { value: 1 - (sum('extracted') - sum('right')) / sum('n'), n: sum('n'), floor: 1 },
    };
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
