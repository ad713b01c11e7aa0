import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPrices, readWholePrice } from './prices.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

/** As pages of many countries write prices, and what they are worth. */
const WHOLE: readonly (readonly [string, number])[] = [
  ['$379.00', 379],
  ['$1,525.00', 1525],
  ['US$ 1,525', 1525],
  ['A$2,999.00', 2999],
  ['1.299,00 €', 1299],
  ['1 299,00 €', 1299],
  ['€ 1.299,-', 1299],
  ['€49', 49],
  ['0,99 €', 0.99],
  ['1.299 €', 1299],
  ['£3.50', 3.5],
  ['$3.5', 3.5],
  ['4,5 €', 4.5],
  ['1.299,5 €', 1299.5],
  ['$1.2345', 1.2345],
  ['0.125 €', 0.125],
  ['0,125 €', 0.125],
  ['12,500 DT', 12.5],
  ['KWD 1,234.500', 1234.5],
  ['₹1,29,900', 129900],
  ['₹1,29,900.50', 129900.5],
  ['Rs. 4,500', 4500],
  ['CHF 1’299.–', 1299],
  ["CHF 1'299.50", 1299.5],
  ["CHF 1'299.125", 1299.125],
  ['1 299 kr', 1299],
  ['1.299,00 kr.', 1299],
  ['kr 1 299', 1299],
  ['1 299,00 zł', 1299],
  ['12 990 Kč', 12990],
  ['129 990 Ft', 129990],
  ['1.299,99 lei', 1299.99],
  ['RON 1.299,99', 1299.99],
  ['R$ 1.043,25', 1043.25],
  ['R 1 299,00', 1299],
  ['1.299,00 TL', 1299],
  ['₺1.299,00', 1299],
  ['12 990 ₽', 12990],
  ['12 990 руб.', 12990],
  ['1 299 грн', 1299],
  ['￥1,980', 1980],
  ['1,980円', 1980],
  ['₩1,299,000', 1299000],
  ['1,299,000원', 1299000],
  ['NT$1,299', 1299],
  ['1.299.000 ₫', 1299000],
  ['Rp1.299.000', 1299000],
  ['RM 1,299.00', 1299],
  ['S/ 1,299.00', 1299],
  ['KWD 12.500', 12.5],
  ['1 234,5 €', 1234.5],
  ['$1 234.5', 1234.5],
  ['1,299.00 د.إ.', 1299],
  ['١٬٢٩٩٫٥٠ ر.س', 1299.5],
  ['AED 1,299.00', 1299],
  ['฿1,290', 1290],
  ['$10 – $20', 10],
  ['$10-$20', 10],
];

describe('a price', () => {
  it.each(WHOLE)('%s is read', (text, amount) => {
    expect(readWholePrice(text)).toMatchObject({ text, amount });
  });

  it.each(['Nike Air Max 90', 'SSD 512', '4.8', '(8.6K)', '70% off', 'Free by 3/16', '5+ shops', '$', 'R2 D2', ''])(
    '%s is none',
    (text) => {
      expect(readWholePrice(text)).toBeUndefined();
    },
  );

  it('is found among words, with its place', () => {
    const text = 'Tennis 28 à 45,00 € chez Sport 2000';
    expect(readPrices(text).map((price) => [price.text, price.amount])).toEqual([['45,00 €', 45]]);
    expect(text.slice(readPrices(text)[0]?.start, readPrices(text)[0]?.end)).toBe('45,00 €');
    expect(readPrices('$80.00 $100.00')).toEqual([
      { text: '$80.00', amount: 80, start: 0, end: 6 },
      { text: '$100.00', amount: 100, start: 7, end: 14 },
    ]);
  });

  it('is looked for in so much text, so often, and no further', () => {
    expect(readPrices('$1 '.repeat(30))).toHaveLength(20);
    expect(readPrices(`${'x'.repeat(396)} $5 and $6`)).toMatchObject([{ amount: 5 }]);
    expect(readPrices(`${'x'.repeat(400)} $5`)).toEqual([]);
    expect(readPrices(`$${'9'.repeat(390)}`)).toEqual([]);
    expect(readWholePrice(`$${'1'.repeat(59)}`)?.text).toHaveLength(60);
    expect(readWholePrice(`$${'1'.repeat(60)}`)).toBeUndefined();
  });

  it('is worth the same however its groups are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const groups = whole.toLocaleString('en-US').split(',');
        const end = String(cents).padStart(2, '0');
        const amount = Number(`${whole}.${end}`);
        expect(readWholePrice(`$${groups.join(',')}.${end}`)?.amount).toBe(amount);
        expect(readWholePrice(`${groups.join('.')},${end} €`)?.amount).toBe(amount);
        expect(readWholePrice(`${groups.join('\u202f')},${end} €`)?.amount).toBe(amount);
        expect(readWholePrice(`CHF ${groups.join('’')}.${end}`)?.amount).toBe(amount);
      }),
    );
  });

  it('is looked for in linear time, and throws for nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => readPrices(text).length <= 20));
    const usedMs = watchProcessor();
    readPrices('1.'.repeat(200_000));
    readPrices('1 000 '.repeat(50_000));
    expect(usedMs()).toBeLessThan(500);
  });
});
