import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dayIn, durationMinutes, isDateText } from './dates.js';
import { isMoneyAlone, moneyIn, statedCurrency } from './money.js';
import { onlyNumber } from './numbers.js';

describe('sums of money', () => {
  it.each([
    ['$1,299.00', 1299, undefined],
    ['1.299,00 €', 1299, 'EUR'],
    ['₹1,23,456', 123_456, 'INR'],
    ['CHF 12.50', 12.5, 'CHF'],
    ['US$ 5', 5, 'USD'],
    ['12 345,67 zł', 12_345.67, 'PLN'],
    ['£105K', 105_000, 'GBP'],
    ['€1.5m', 1_500_000, 'EUR'],
    ['15,– €', 15, 'EUR'],
  ])('%s', (text, amount, currency) => {
    const [sum, other] = moneyIn(text);
    expect(other).toBeUndefined();
    expect(sum?.amount).toBe(amount);
    expect(sum?.currency).toBe(currency);
  });

  it('keeps several apart', () => {
    expect(moneyIn('129,00 € 99,90 €').map(({ amount }) => amount)).toEqual([129, 99.9]);
  });

  it('takes no other number for money', () => {
    for (const text of ['12 ft', 'room 5', '2024', '3 kg', 'iPhone 15']) expect(moneyIn(text)).toEqual([]);
  });

  it('tells a price from a sentence with one', () => {
    expect(isMoneyAlone('Now $5.99')).toBe(true);
    expect(isMoneyAlone('He paid $5 million for the house in March')).toBe(false);
  });

  it('reads codes and signs that name one currency', () => {
    expect(statedCurrency('eur')).toBe('EUR');
    expect(statedCurrency('£')).toBe('GBP');
    expect(statedCurrency('$')).toBeUndefined();
    expect(statedCurrency('XYZ')).toBeUndefined();
  });
});

describe('dates', () => {
  it.each([
    ['2024-03-09T10:00:00Z', '2024-03-09'],
    ['March 9, 2024', '2024-03-09'],
    ['9. März 2024', '2024-03-09'],
    ['9 mars 2024', '2024-03-09'],
    ['9 de marzo de 2024', '2024-03-09'],
    ['9 marzo 2024', '2024-03-09'],
    ['9 de março de 2024', '2024-03-09'],
    ['9 maart 2024', '2024-03-09'],
    ['9 marca 2024', '2024-03-09'],
    ['09.03.2024', '2024-03-09'],
    ['13/03/2024', '2024-03-13'],
    ['2024年3月9日', '2024-03-09'],
  ])('%s', (text, day) => {
    expect(dayIn(text)).toBe(day);
  });

  it('leaves what can be read as two days', () => {
    expect(dayIn('03/04/2024')).toBeUndefined();
    expect(isDateText('03/04/2024')).toBe(true);
  });

  it('takes no other text for a date', () => {
    for (const text of ['Berlin', 'Room 2024 in the tower of the old town hall', ''])
      expect(isDateText(text)).toBe(false);
  });

  it.each([
    ['PT1H30M', 90],
    ['PT45M', 45],
    ['P1DT2H', 1560],
    ['1 h 30 min', 90],
    ['1 Std. 10 Min.', 70],
    ['45 minutes', 45],
    ['2 heures', 120],
  ])('%s lasts %d minutes', (text, minutes) => {
    expect(durationMinutes(text)).toBe(minutes);
  });
});

it('never throws and stays within its types on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      for (const { amount } of moneyIn(text)) expect(Number.isFinite(amount)).toBe(true);
      const day = dayIn(text);
      if (day !== undefined) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      const number = onlyNumber(text);
      if (number !== undefined) expect(Number.isFinite(number)).toBe(true);
    }),
  );
});
