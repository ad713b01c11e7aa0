import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { groundAnswer } from './ground-answer.js';
import { fencePage } from './model-prompt.js';

const LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'sv',
  'pl',
  'pt-BR',
  'de-CH',
  'en-IN',
  'ru',
  'ar-EG',
  'fa',
  'bn',
  'ja',
  'ko',
  'th',
];
const locale = fc.constantFrom(...LOCALES);
const word = fc.stringMatching(/^[a-zäéñж日한]{1,8}$/u);

const isKept = (value: string | number, page: string): boolean => {
  const type = typeof value === 'number' ? ('number' as const) : ('string' as const);
  return groundAnswer({ field: value }, { field: { type } }, page).value['field'] === value;
};

describe('what a page states', () => {
  it('is found however a language writes its numbers', () => {
    const number = fc.oneof(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100),
    );
    fc.assert(
      fc.property(number, locale, word, (value, language, near) => {
        const written = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
        if (!isKept(value, `${near} ${written} ${near}`)) throw new Error(`${value} is not found in ${written}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is found however a language writes its dates', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
    const style = fc.constantFrom('full' as const, 'long' as const, 'medium' as const);
    fc.assert(
      fc.property(day, locale, style, word, (date, language, dateStyle, near) => {
        const options = { dateStyle, calendar: 'gregory', timeZone: 'UTC' } as const;
        const written = new Intl.DateTimeFormat(language, options).format(date);
        const value = date.toISOString().slice(0, 10);
        if (!isKept(value, `${near}, ${written}. ${near}`)) throw new Error(`${value} is not found in ${written}`);
      }),
      { numRuns: 150 },
    );
  });

  it('is found as words of its text, and other words are not', () => {
    const words = fc.array(word, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), word, (page, from, count, other) => {
        const start = from % page.length;
        const text = page.join(' ');
        expect(isKept(page.slice(start, start + 1 + (count % 5)).join(' '), text)).toBe(true);
        // Of alphabets alone: the others write words without spaces.
        if (
          /^[a-zäéñж]+$/u.test(other) &&
          !/[日한]/u.test(text) &&
          !page.some(
            (own) => own.normalize('NFD').replace(/\p{M}/gu, '') === other.normalize('NFD').replace(/\p{M}/gu, ''),
          )
        ) {
          expect(isKept(other, text)).toBe(false);
        }
      }),
    );
  });

  it('is no number that stands nowhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9_999 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 9_999 }),
        (page, other) => {
          expect(isKept(other, page.join('; '))).toBe(page.includes(other));
        },
      ),
    );
  });
});

describe('the fence', () => {
  it('has one end, whatever the page holds', () => {
    const part = fc.oneof(
      fc.constantFrom('<', '/', 'page_text', '>', ' ', '<|', '|>', 'im_end', '</page_text>', '&lt;'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const fenced = fencePage(parts.join(''));
        expect(fenced.match(/<\s*\/?\s*page_text/gi)).toHaveLength(2);
        expect(fenced).not.toMatch(/<\|[\w-]+\|>/);
      }),
    );
  });
});
