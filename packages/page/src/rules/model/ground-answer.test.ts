import type { AiRule, AiRules } from '@quarry/contracts';
import { describe, expect, it } from '@jest/globals';
import { groundAnswer } from './ground-answer.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const ground = (value: unknown, page: string, rule: Partial<AiRule> = {}): unknown => {
  const type = typeof value === 'number' ? 'number' : 'string';
  return groundAnswer({ field: value }, { field: { type, ...rule } }, page).value['field'];
};

describe('texts', () => {
  it.each([
    ['Café Crème', 'the CAFE CREME bar'],
    ['Ada Lovelace', 'by **Ada** [Lovelace](https://example.com/ada) today'],
    ['read more here', 'read [more](https://example.com/a-b "Title") here'],
    ['red lamp', '![a photo](https://example.com/i.png)red lamp'],
    ['a photo', '![a photo](https://example.com/i.png)'],
    ['https://example.com/a?b=1', '[x](https://example.com/a?b=1)'],
    ['12 Main St, Springfield', '12 Main St  \nSpringfield'],
    ['In stock', '{"availability":"https://schema.org/InStock"}'],
    ['5*3', 'size 5\\*3 cm'],
    ['東京', '会場は東京都です'],
    ['서울', '서울에서 열린다'],
    ['Granite™', 'Granite cut'],
    ['€', 'only 5 €'],
    ['1299', 'costs 1.299 Euro'],
    ['EUR', 'costs 5 €'],
    ['usd', '$5'],
  ])('keeps %j, which stands in %j', (value, page) => {
    expect(ground(value, page)).toBe(value);
  });

  it.each([
    ['Ann', 'the annual report'],
    ['stock in', 'In stock'],
    ['Ada Byron', 'Ada Lovelace'],
    ['EUR', 'costs 5 $'],
    ['£', 'only 5 €'],
    ['1399', 'costs 1.299 Euro'],
    ['unknown', 'a page'],
    ['N/A', 'a page'],
  ])('drops %j, which does not stand in %j', (value, page) => {
    expect(ground(value, page)).toBeNull();
  });

  it('has no empty texts', () => {
    expect(ground(' ', 'a page')).toBeNull();
  });

  it.each(['A summary in one sentence', 'Translate the title into German', 'Zusammenfassung', '要約'])(
    'lets the model word what is described as %j',
    (description) => {
      expect(ground('its own words', 'a page', { description })).toBe('its own words');
    },
  );

  it('holds a described text against the page all the same', () => {
    expect(ground('its own words', 'a page', { description: 'The name of the seller' })).toBeNull();
  });

  it('leaves enums and booleans as judged', () => {
    const rules: AiRules = { kind: { type: 'string', enum: ['new', 'used'] }, isOpen: { type: 'boolean' } };
    const value = { kind: 'used', isOpen: true };
    expect(groundAnswer(value, rules, 'a page')).toEqual({ value, droppedCount: 0 });
  });
});

describe('dates', () => {
  it.each([
    ['2024-03-05', 'Posted March 5th, 2024'],
    ['2024-03-05', '5 Mar 2024'],
    ['2024-03-05', 'le 5 mars 2024 à Paris'],
    ['2024-03-05', 'am 05.03.2024'],
    ['2024-03-05', '3/5/2024'],
    ['2024-03-05', '5 de marzo de 2024'],
    ['2024-03-05', '5 марта 2024 г.'],
    ['2024-03-05', '2024年3月5日'],
    ['2024-03-05', '{"datePublished":"2024-03-05T10:00:00Z"}'],
    ['2024-03-03', '03.03.2024'],
    ['2024-03', 'March 2024'],
  ])('keeps %s, stated as %j', (value, page) => {
    expect(ground(value, page)).toBe(value);
  });

  it.each([
    ['2024-03-05', 'Posted March 6th, 2024'],
    ['2024-03-05', 'Posted April 5th, 2024'],
    ['2024-03-05', 'March 5'],
    ['2024-04-05', '5 March 2024, updated 7 April 2024'],
    ['2024-03-05', 'in March 2024, 5 April 2024'],
    ['2024-03-03', '03.04.2024'],
    ['2024-13-05', '5 January 2024'],
    ['2024-03-05T10:00:00Z', 'March 5, 2024'],
  ])('drops %s, which %j does not state', (value, page) => {
    expect(ground(value, page)).toBeNull();
  });
});

describe('numbers', () => {
  it.each([
    [1299, '1,299.00 USD'],
    [1299, '1.299,00 EUR'],
    [1299, '1 299 kr'],
    [1299, '1\u00a0299,00 zł'],
    [1299, "1'299.00"],
    [1299000, '1,299,000'],
    [1234567.5, '12,34,567.50'],
    [19.9, '$19.90'],
    [0.5, 'about .5 mm'],
    [2500000, '2.5 million people'],
    [3400, '3.4K ratings'],
    [12000, '1.2万'],
    [-5, 'minus 5 degrees, -5'],
    [2024, '12.03.2024'],
    [4.5, '4.5/5'],
    [1299, '١٢٩٩'],
    [1299, '１２９９'],
    [2469, '২৪৬৯'],
  ])('keeps %d, written as %j', (value, page) => {
    expect(ground(value, page)).toBe(value);
  });

  it.each([
    [20, '$19.99'],
    [99, '$19.99'],
    [12, '1299'],
    [5, 'five rooms'],
    [0, 'free'],
    [25000, '2.5 million'],
  ])('drops %d, which %j does not state', (value, page) => {
    expect(ground(value, page)).toBeNull();
  });

  it('lets the model count where it is told to', () => {
    expect(ground(3, 'Ada, Bob and Cleo', { description: 'Count the people named' })).toBe(3);
    expect(ground(3, 'Ada, Bob and Cleo', { description: 'The review count' })).toBeNull();
  });
});

describe('lists and items', () => {
  const rules: AiRules = {
    people: { type: 'list', output: { name: { type: 'string' }, age: { type: 'number' } } },
    tags: { type: 'list', output: 'string' },
    seller: { type: 'item', output: { name: { type: 'string' }, city: { type: 'string' } } },
  };

  it('keep what the page states and count what they lost', () => {
    const value = {
      people: [
        { name: 'Ada', age: 36 },
        { name: 'Eve', age: 99 },
      ],
      tags: ['stone', 'gold'],
      seller: { name: 'Ada', city: 'Oslo' },
    };
    expect(groundAnswer(value, rules, 'Ada, 36, sells stone')).toEqual({
      value: { people: [{ name: 'Ada', age: 36 }], tags: ['stone'], seller: { name: 'Ada', city: null } },
      droppedCount: 4,
    });
  });

  it('are null when nothing is left', () => {
    const value = { people: [{ name: 'Eve', age: null }], tags: [], seller: { name: null, city: 'Oslo' } };
    expect(groundAnswer(value, rules, 'Ada').value).toEqual({ people: null, tags: null, seller: null });
  });

  it('take over what is asked of them', () => {
    const asked: AiRules = { tags: { type: 'list', output: 'string', description: 'Classify the page by topic' } };
    expect(groundAnswer({ tags: ['geology'] }, asked, 'Granite and slate').value).toEqual({ tags: ['geology'] });
  });
});

describe('hostile pages', () => {
  it.each(['![', '](', '1,', '1 ', 'a', '2024 ', '<br>'])('are looked through in linear time: %j', (unit) => {
    const page = unit.repeat(400_000 / unit.length);
    const usedMs = watchProcessor();
    expect(ground('not there', page)).toBeNull();
    expect(ground('2024-03-05', page)).toBeNull();
    expect(ground(7, page)).toBeNull();
    expect(usedMs()).toBeLessThan(5_000);
  });
});
