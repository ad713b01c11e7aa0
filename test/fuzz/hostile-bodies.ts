import { gzipSync } from 'node:zlib';

export interface HostileBody {
  readonly name: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly statuses: readonly number[];
}

/** 64 MiB of blanks. */
const BOMB = gzipSync(Buffer.alloc(64 * 1_048_576, 32));
const DEEP = 100_000;

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that are hostile as JSON. `url` is a page that a valid request gets with 200. */
export const hostileBodies = (url: string): readonly HostileBody[] => {
  const sound = JSON.stringify({ url, jsRendering: false });
  const having = (field: string): string => `{"url":${JSON.stringify(url)},"jsRendering":false,${field}}`;
  return [
    { name: 'a sound one', body: sound, statuses: [200] },
    { name: 'a byte order mark before it', body: `\ufeff${sound}`, statuses: [200, 400] },
    {
      name: 'UTF-16 that says so',
      body: utf16(sound),
      headers: { 'content-type': 'application/json; charset=utf-16' },
      statuses: [415],
    },
    { name: 'UTF-16 that does not say so', body: utf16(sound), statuses: [400] },
    {
      name: 'bytes that are no UTF-8',
      body: Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
      statuses: [400, 422],
    },
    { name: 'a lone surrogate in the URL', body: '{"url":"http://a.test/\\ud800"}', statuses: [422, 502] },
    { name: 'a lone surrogate in a header', body: having('"headers":{"x-a":"\\udfff"}'), statuses: [422] },
    { name: 'a lone surrogate as a name', body: having('"\\ud800":1'), statuses: [422] },
    { name: '__proto__', body: having('"__proto__":{"screenshot":true,"isAdmin":true}'), statuses: [422] },
    { name: '__proto__ of the headers', body: having('"headers":{"__proto__":"x"}'), statuses: [200, 422] },
    { name: 'constructor', body: having('"constructor":{"prototype":{"polluted":true}}'), statuses: [422] },
    { name: '__proto__ as the whole', body: '{"__proto__":{"url":"http://a.test/"}}', statuses: [422] },
    { name: '1e999', body: having('"wait":1e999'), statuses: [422] },
    { name: 'minus zero', body: having('"wait":-0'), statuses: [200, 422] },
    { name: 'an integer past 64 bits', body: having('"wait":123456789012345678901234567890'), statuses: [422] },
    { name: 'an integer of 100,000 digits', body: having(`"wait":${'9'.repeat(DEEP)}`), statuses: [422] },
    { name: 'NaN', body: having('"wait":NaN'), statuses: [400] },
    { name: 'the same name twice', body: having('"jsRendering":"x","jsRendering":false'), statuses: [200] },
    { name: 'a list 100,000 deep', body: deep(DEEP), statuses: [400] },
    { name: 'a field 100,000 deep', body: having(`"aiExtractRules":${deep(DEEP)}`), statuses: [400, 422] },
    {
      name: 'objects 50,000 deep',
      body: having(`"headers":${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`),
      statuses: [400, 422],
    },
    {
      name: '100,000 unknown names',
      body: having(Array.from({ length: DEEP }, (_, index) => `"${index}":0`).join(',')),
      statuses: [400, 413],
    },
    { name: 'a list of 300,000 numbers as the URL', body: `{"url":[${'1,'.repeat(300_000)}1]}`, statuses: [400] },
    { name: 'a body just over 1 MB', body: `{"url":"${'a'.repeat(1_048_576)}"}`, statuses: [413] },
    { name: 'a list', body: '[]', statuses: [400] },
    { name: 'a text', body: '"text"', statuses: [400] },
    { name: 'null', body: 'null', statuses: [400] },
    { name: 'nothing but blanks', body: '   ', statuses: [400] },
    { name: 'two documents', body: '{}{}', statuses: [400] },
    { name: 'a comment', body: '{/* */}', statuses: [400] },
    { name: 'a null byte', body: having('"proxyCountry":"\\u0000"'), statuses: [422] },
    { name: 'a raw null byte', body: having('"proxyCountry":"\0"'), statuses: [400] },
    { name: 'packed', body: gzipSync(sound), headers: { 'content-encoding': 'gzip' }, statuses: [200, 415] },
    {
      name: 'packed 64 MB of blanks',
      body: BOMB,
      headers: { 'content-encoding': 'gzip' },
      statuses: [413, 415],
    },
    { name: 'packed, but broken', body: 'no gzip', headers: { 'content-encoding': 'gzip' }, statuses: [400, 415] },
    { name: 'packed by an unknown way', body: sound, headers: { 'content-encoding': 'rot13' }, statuses: [415] },
    { name: 'of another type', body: sound, headers: { 'content-type': 'text/plain' }, statuses: [415] },
    { name: 'of a type that is none', body: sound, headers: { 'content-type': ';;;' }, statuses: [415] },
  ];
};
