import { expect, it } from '@jest/globals';
import { meaningOf } from './find-concept.js';

const idOf = (name: string, description?: string, parent?: string): string | undefined =>
  meaningOf(name, description, parent).concept?.id;

it.each([
  ['productName', 'name'],
  ['product_title', 'name'],
  ['price', 'price'],
  ['currentPrice', 'price'],
  ['price_usd', 'price'],
  ['original_price', 'listPrice'],
  ['reviewCount', 'reviewCount'],
  ['number_of_reviews', 'reviewCount'],
  ['image_url', 'image'],
  ['images', 'images'],
  ['in-stock', 'stock'],
  ['isSoldOut', 'soldOut'],
  ['datePublished', 'published'],
  ['published_at', 'published'],
  ['last updated', 'modified'],
  ['author_name', 'author'],
  ['company', 'company'],
  ['salaryMin', 'salaryMin'],
  ['cookTime', 'cookTime'],
  ['event_start_date', 'startDate'],
  ['zipCode', 'postalCode'],
  ['sqft', 'floorSize'],
  ['preis', 'price'],
  ['titre', 'name'],
  ['Marke', 'brand'],
])('%s asks for %s', (name, id) => {
  expect(idOf(name)).toBe(id);
});

it('reads the description where the name says nothing', () => {
  expect(idOf('x', 'The selling price of the product')).toBe('price');
  expect(idOf('field1', 'name of the company that hires')).toBe('company');
  expect(idOf('val', 'the ISBN')).toBe('isbn');
});

it('lets the description make a general name special', () => {
  expect(idOf('price', 'the original price before the discount')).toBe('listPrice');
  expect(idOf('date', 'when the page was last updated')).toBe('modified');
  expect(idOf('price', 'the price to pay')).toBe('price');
});

it('reads a field of an item with the name of its item', () => {
  expect(idOf('min', undefined, 'salary')).toBe('salaryMin');
  expect(idOf('name', undefined, 'company')).toBe('company');
  expect(idOf('name', undefined, 'product')).toBe('name');
});

it('takes no concept for words that name none', () => {
  expect(idOf('frobnication_level')).toBeUndefined();
  expect(idOf('sentiment', 'overall mood of the text')).toBeUndefined();
});
