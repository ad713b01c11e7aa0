import { expect, it } from '@jest/globals';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';

const answers = corpusFiles('shopify/collections-json', (name) => name.endsWith('.json'));

interface Collections {
  readonly collections: readonly Readonly<Record<string, unknown>>[];
}

describeCorpus('lists of collections as stores give them', () => {
  it.each(answers)('%s comes out value for value', (name) => {
    const { text } = corpusPage(name);
    const reading = SITE_OPERATIONS.get('storeplatform/collections')?.read(
      {},
      [{ step: 'collections', text, url: 'https://store.example/collections.json' }],
      {},
    );
    // safe because the capture is such a response
    const stated = (JSON.parse(text) as Collections).collections;
    // safe because only a list has the outcome ok
    const read = reading?.outcome === 'ok' ? (reading.result as unknown as Collections).collections : [];
    const wrong = stated.flatMap((collection, index) =>
      Object.entries(collection)
        .filter(([key, value]) => {
          const own = read[index]?.[key];
          const isPicture = key === 'image' && value !== null;
          return isPicture ? (own as { src?: string }).src !== (value as { src: string }).src : own !== value;
        })
        .map(([key]) => `${index}: ${key}`),
    );
    const values = stated.flatMap((collection) => Object.keys(collection)).length;
    process.stdout.write(`quality storeplatform-collections values: ${values - wrong.length} right of ${values}\n`);
    expect({ wrong, count: read.length }).toEqual({ wrong: [], count: stated.length });
    expect(values).toBeGreaterThan(0);
  });
});
