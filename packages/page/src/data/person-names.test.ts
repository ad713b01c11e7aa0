import { expect, it } from '@jest/globals';
import { isAccount, isNobody, isOrganisation, nameInText } from './person-names.js';

it.each<[string, 'marked' | 'alone' | 'labelled', string | undefined]>([
  ['By Ann Lee', 'labelled', 'Ann Lee'],
  ['Von: Ann von der Lee | 9. März 2024', 'labelled', 'Ann von der Lee'],
  ['By Ann Lee - January 10, 2020 21 minutes', 'labelled', 'Ann Lee'],
  ['By Ann Lee March 11, 2015 3:46 PM', 'labelled', 'Ann Lee'],
  ['Text & Fotos: Ann Lee', 'labelled', 'Ann Lee'],
  ['By the time the ships came', 'labelled', undefined],
  ['Ann Lee', 'labelled', undefined],
  ['Ann Lee', 'alone', 'Ann Lee'],
  ['Sport section', 'alone', undefined],
  ['Datum', 'alone', undefined],
  ['ann1984', 'marked', 'ann1984'],
  ['3 posts', 'marked', undefined],
  ['All posts →', 'marked', undefined],
])('reads the name in %s, %s', (text, kind, expected) => {
  expect(nameInText(text, kind)).toBe(expected);
});

it('tells people from others', () => {
  expect(['No Author', 'admin', 'a@b.example', 'a[at]b.example'].every(isNobody)).toBe(true);
  expect(['ann.lee', 'ann_lee'].every(isAccount)).toBe(true);
  expect(['Lee GmbH', 'paper.de', 'University of Lee'].every(isOrganisation)).toBe(true);
  expect(isNobody('Ann Lee') || isAccount('Ann Lee') || isOrganisation('Ann Lee')).toBe(false);
});
