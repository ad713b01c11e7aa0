import { describe, expect, it } from '@jest/globals';
import { jsonPieces } from './json-pieces.js';

const textOf = (object: Readonly<Record<string, unknown>>): string =>
  Buffer.concat(jsonPieces(object)).toString('utf8');
const written = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('an object as JSON in pieces', () => {
  it.each([
    [{}],
    [{ a: 1, b: 'Grün "quoted" \u2028', c: null, d: [1, { e: undefined }], f: new Date(0) }],
    [{ first: undefined, 2: 'b', 1: 'a', 'a "name"': true, last: () => 1 }],
  ])('is what JSON.stringify makes of it (%#)', (object) => {
    expect(textOf(object)).toBe(JSON.stringify(object));
  });

  it('has values that are JSON already in their places, not copied', () => {
    const object = { a: 1, page: '<p>"Grün"</p>', b: undefined, links: ['x', 'y'], c: 'z' };
    const page = written(object.page);
    expect(textOf({ ...object, page, links: written(object.links) })).toBe(JSON.stringify(object));
    expect(textOf({ page })).toBe(JSON.stringify({ page: object.page }));
    expect(jsonPieces({ ...object, page })[1]).toBe(page);
  });
});
