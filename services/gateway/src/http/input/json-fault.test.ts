import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeJsonFault, JSON_FAULT_MAX_CHARS } from './json-fault.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('describeJsonFault', () => {
  it.each([
    ['{"url": }', 'line 1, column 9: expected a value, found }'],
    ['{"url": "https://a.example",}', 'line 1, column 29: expected a name in double quotes, found }'],
    ["{'url': 1}", "line 1, column 2: expected a name in double quotes or }, found '"],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or }, found "'],
    ['{"a": [1, 2', 'line 1, column 12: expected a comma or ], found the end'],
    ['[1,]', 'line 1, column 4: expected a value, found ]'],
    ['{"a" 1}', 'line 1, column 6: expected a colon, found 1'],
    ['{"a": 1} x', 'line 1, column 10: expected nothing more, found x'],
    ['{"a": "b', 'line 1, column 9: expected a closing double quote, found the end'],
    [
      '{"a": "b\nc"}',
      'line 1, column 9: expected an escape such as \\n instead of this character, found another character',
    ],
    ['{"a": "\\x"}', 'line 1, column 8: expected an escape such as \\n instead of this character, found \\'],
    ['{"a": tru}', 'line 1, column 7: expected a value, found t'],
    ['{"a": 01}', 'line 1, column 8: expected a comma or }, found 1'],
    ['', 'line 1, column 1: expected a value, found the end'],
  ])('finds the fault of %j', (text, said) => expect(describeJsonFault(text)).toBe(said));

  it('counts lines and columns from the start of the body', () => {
    expect(describeJsonFault(' {"a" 1}', '{"requests":\n [{},')).toBe('line 2, column 12: expected a colon, found 1');
  });

  it('agrees with the parser on what is JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\u00e4"',
      '1',
      '-0.5e+3',
      'true',
      'null',
      ' ',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(describeJsonFault(text) === undefined).toBe(isJson(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is silent about an error beyond its bound, and bounded on deep and long texts', () => {
    expect(describeJsonFault(`"${'a'.repeat(JSON_FAULT_MAX_CHARS)}`)).toBeUndefined();
    expect(describeJsonFault('['.repeat(100_000))).toContain('column 100001: expected a value or ]');
  });
});
