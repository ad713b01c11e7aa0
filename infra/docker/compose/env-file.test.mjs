import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { fillSecrets, readEnvFile, writeEnvFile } from './env-file.mjs';

describe('a .env file', () => {
  it.each([
    ['A=b', 'b'],
    ['  A = b  ', 'b'],
    ['A: b', 'b'],
    ['export A=b', 'b'],
    ['A=a=b', 'a=b'],
    ['A=', ''],
    ['A=""', ''],
    ['A=b # said beside', 'b'],
    ['A=b# part of it', 'b# part of it'],
    ['A="b # part of it" # said beside', 'b # part of it'],
    ["A='b $B' # said beside", 'b $B'],
    ['A="x\\ny"', 'x\ny'],
    ['A=x\\ny', 'x\\ny'],
    ["A='Let\\'s go'", "Let's go"],
    ['A="{\\"h\\": 1}"', '{"h": 1}'],
    ['B=1\nA=${B}2', '12'],
    ['A=${NOPE:-d}', 'd'],
    ['A=a$$b', 'a$b'],
    ['A="\\$B"', '$B'],
    ["A='a$$b'", 'a$$b'],
    ['# A=c\n\nA=b\r\nB=c', 'b'],
    ['A=b\nA=c', 'c'],
  ])('%j gives %j', (text, value) => expect(readEnvFile(`${text}\n`)['A']).toBe(value));

  it('takes variables from elsewhere before its own', () => {
    expect(readEnvFile('B=1\nA=$B$C', { B: '2', C: '3' })).toEqual({ B: '1', A: '23' });
  });

  it.each([
    ['\nA', 'line 2: write NAME=value'],
    ['A B=c', 'line 1: write NAME=value'],
    ["A='un", 'line 1: a quote is not closed on its line, or something follows it'],
    ['A="a"b', 'line 1: a quote is not closed on its line, or something follows it'],
    ['A=${B:?set it}', 'line 1: B is missing: set it'],
  ])('%j is refused', (text, message) => expect(() => readEnvFile(text)).toThrow(message));

  it('gives back what was written', () => {
    const value = fc.string({ maxLength: 100 }).filter((text) => !/[\r\n]|\\(?:'|$)/.test(text));
    fc.assert(
      fc.property(value, (text) => expect(readEnvFile(writeEnvFile({ A: text, B: '' }))).toEqual({ A: text, B: '' })),
    );
    const odd = 'a\u2028b #c $D "e" \u{1f600}';
    expect(readEnvFile(writeEnvFile({ A: odd }))).toEqual({ A: odd });
    for (const wrong of ['b\nC=d', 'b\\', "b\\'c"]) expect(() => writeEnvFile({ A: wrong })).toThrow('one line');
  });

  it('gets a secret of its own for each name of the example that has nothing', () => {
    const text = fillSecrets('# Signs.\nFIRST=\nSECOND=\n#THIRD=\nFOURTH=4\n');
    const { FIRST, SECOND, ...others } = readEnvFile(text);
    expect(others).toEqual({ FOURTH: '4' });
    expect(FIRST).toMatch(/^[0-9a-f]{48}$/);
    expect(SECOND).not.toBe(FIRST);
  });
});
