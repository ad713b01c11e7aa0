import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const read = (text: string): unknown => {
  const request = {
    formats: [],
    links: false,
    emails: false,
    aiExtractRules: { inStock: { type: 'boolean' } },
  } as const;
  return convertPage({ text, url: 'https://shop.example.com/x', mediaType: 'text/html' }, request).aiResponse?.[
    'inStock'
  ];
};

describe('availability in a sentence', () => {
  const inStock = (body: string): unknown =>
    read(`<html lang="en"><title>Lamp</title><main><h1>Lamp</h1>${body}</main></html>`);

  it.each([
    ['<p>A lamp of slate. In stock. Ships in 2 days.</p>', true],
    ['<p>A lamp of slate and brass, made by hand. This item is in stock!</p>', true],
    ['<p>Price: €49.90</p><p>A lamp of slate. Currently out of stock. Ask us.</p>', false],
    [
      '<p>Preis: 49,90 €</p><p>Lampe aus Schiefer. Nicht auf Lager. Fragen Sie uns.</p><button>In den Warenkorb</button>',
      false,
    ],
    // It may be said of anything.
    ['<p>The minister was not available. He is expected back on Monday.</p>', null],
    ['<p>We keep a thousand lamps in stock for every taste, in a hall of slate.</p>', null],
    [
      '<p>Made by hand. In stock. Or so it was.</p><p>The other size is gone. Sold out. Price: $4</p><button>Add to cart</button>',
      null,
    ],
    ['</main><h2>See also</h2><p>Another lamp, of brass and copper. In stock.</p>', null],
  ])('%s', (body, expected) => {
    expect(inStock(body)).toBe(expected);
  });
});
