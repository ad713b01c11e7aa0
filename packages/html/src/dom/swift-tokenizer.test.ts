import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { HAS_SWIFT_STEPS, SwiftTokenizer } from './swift-tokenizer.js';

const NAMES = [
  ...['onattribdata', 'onattribentity', 'onattribend', 'onattribname', 'oncdata', 'onclosetag', 'oncomment'],
  ...['ondeclaration', 'onend', 'onopentagend', 'onopentagname', 'onprocessinginstruction', 'onselfclosingtag'],
  ...['ontext', 'ontextentity'],
];

const SETTINGS = { decodeEntities: true };

/** Every call of the tokenizer with its arguments. */
const tokensOf = (Kind: typeof Tokenizer, chunks: readonly string[], isXml: boolean): unknown[] => {
  const calls: unknown[] = [];
  const entries = NAMES.map((name) => [name, (...args: unknown[]) => void calls.push([name, ...args])]);
  // safe because the names are those of the interface
  const callbacks = Object.fromEntries(entries) as TokenizerCallbacks;
  const tokenizer = new Kind({ ...SETTINGS, xmlMode: isXml }, callbacks);
  for (const chunk of chunks) tokenizer.write(chunk);
  tokenizer.end();
  return calls;
};

const PARTS = [
  ...['<p>', '</p>', '<a href="', '">', "<b c='", "'>", '<i d=', ' ', '>', '<', '"', "'", '=', '/', '&', ';', '&amp;'],
  ...['&#x41;', '&nosuch;', 'words of a text ', 'é中', '<script>', '</script>', '<title>', '</title>', '<!--', '-->'],
  ...['<![CDATA[', ']]>', '<?pi', '<!doctype html>', '<br/>', '<plaintext>', '\n'],
];

it('has the steps of the library that it takes faster', () => {
  expect(HAS_SWIFT_STEPS).toBe(true);
});

it('gives the same tokens as the library, however the text is cut', () => {
  const chunk = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 5 })), { maxLength: 25 });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 3 }), fc.boolean(), (lists, isXml) => {
      const chunks = lists.map((list) => list.join(''));
      expect(tokensOf(SwiftTokenizer, chunks, isXml)).toEqual(tokensOf(Tokenizer, chunks, isXml));
    }),
    { numRuns: 2_000 },
  );
});
