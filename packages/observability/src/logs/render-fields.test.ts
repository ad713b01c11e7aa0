import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LINE_FIELDS, LOG_FIELDS } from './log-fields.js';
import { MAX_DROPPED_NAMES, MAX_LOG_CAUSES, MAX_LOG_ENTRIES, renderFields } from './render-fields.js';

const NAMES = Object.keys(LOG_FIELDS);
const SECRET = 'seed7f3a9c1e5b';

/** Every way in which code has had secrets in its hands. */
const secretTexts = fc.constantFrom(
  `https://target.example/${SECRET}/page`,
  `https://target.example/?token=${SECRET}`,
  `http://user:${SECRET}@proxy.example:8080/`,
  `GET https://target.example/it's?token=${SECRET}`,
  `GET https://target.example/a\`b?token=${SECRET}`,
  `http://user:it's-${SECRET}@proxy.example:8080`,
  `http://user:12'${SECRET}@proxy.example`,
  `['https://target.example','x-api-key: ${SECRET}']`,
  `mongodb://quarry:${SECRET}@db.example/quarry`,
  `authorization: Basic ${SECRET}`,
  `sent Bearer ${SECRET}`,
  `{"set-cookie":"session=${SECRET}"}`,
  `qk_${SECRET}`,
);
const secretErrors = fc.tuple(secretTexts, secretTexts).map(([text, other]) => {
  const cause = Object.assign(new Error(other), { code: 'ECONNREFUSED', url: SECRET });
  return Object.assign(new Error(text, { cause }), { request: { headers: { cookie: SECRET } }, body: SECRET });
});
const secretValues = fc.oneof(
  ...[secretTexts, secretErrors, fc.array(secretTexts), fc.dictionary(fc.string(), fc.constant(SECRET))],
  ...[fc.constant({ inner: [{ [SECRET]: SECRET }] }), fc.constant(Buffer.from(SECRET)), fc.constant(new Set([SECRET]))],
  fc.constant(Symbol(SECRET)),
);

describe('renderFields', () => {
  it('writes what is named, by its kind', () => {
    const fields = { status: 200, isCut: false, notReady: ['store: gone'], host: 'https://a.example/b', route: '/r' };
    expect(renderFields(fields)).toEqual({ ...fields, host: 'a.example' });
  });

  it('tells the names of what is not named or not of its kind, and nothing of the values', () => {
    const fields = { status: '200', reason: { deep: 'x' }, notNamed: 1, 'x-api-key': 'y', durationMs: Number.NaN };
    expect(renderFields({ ...fields, requestId: 'r', attempt: undefined })).toEqual({
      requestId: 'r',
      droppedFields: ['status', 'reason', 'notNamed', '[odd name]', 'durationMs'],
    });
  });

  it.each(['constructor', '__proto__', 'toString', ...Object.keys(LINE_FIELDS)])('does not take %s', (name) => {
    const fields = Object.defineProperty({}, name, { value: 'mine', enumerable: true });
    expect(renderFields(fields)).toEqual({ droppedFields: [/^[a-z]/.test(name) ? name : '[odd name]'] });
  });

  it('writes of an error what it says, and its causes', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '10.1.2.3' });
    const { error } = renderFields({ error: new TypeError('fetch failed', { cause }) });
    expect(error).toEqual({
      ...{ name: 'TypeError', message: 'fetch failed', stack: expect.stringContaining('render-fields.test') },
      cause: { name: 'Error', code: 'ECONNREFUSED', message: 'connect', stack: expect.any(String) },
    });
    expect(renderFields({ error: 'thrown text' })).toEqual({ error: { message: 'thrown text' } });
    expect(renderFields({ error: { token: 'x' } })).toEqual({ error: { message: '[object]' } });
    const ofThread = Object.assign(Object.create(Error.prototype), {
      message: 'no such file',
      code: 'E_GONE',
      token: 'x',
    });
    expect(renderFields({ error: ofThread })).toEqual({
      error: { name: 'Error', code: 'E_GONE', message: 'no such file' },
    });
  });

  it('bounds lists, chains of causes and dropped names', () => {
    const loop = new Error('again');
    loop.cause = loop;
    const unnamed = Object.fromEntries('abcdefghijklmnop'.split('').map((name) => [name, 1]));
    const rendered = renderFields({ notReady: Array.from({ length: 99 }, () => 'x'), error: loop, ...unnamed });
    expect(rendered['notReady']).toHaveLength(MAX_LOG_ENTRIES);
    expect(JSON.stringify(rendered['error']).split('"name"').length - 1).toBe(MAX_LOG_CAUSES);
    expect(rendered['droppedFields']).toHaveLength(MAX_DROPPED_NAMES);
  });

  it('survives objects that throw when they are looked at', () => {
    const hostile = {
      get requestId(): string {
        throw new Error('no');
      },
      reason: 'kept',
      error: new Proxy(new Error('x'), {
        get: () => {
          throw new Error('no');
        },
      }),
    };
    expect(renderFields(hostile)).toMatchObject({ reason: 'kept', droppedFields: ['requestId'] });
    const unlisted = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(renderFields(unlisted)).toEqual({});
  });

  it('writes of any object neither a value that is not named nor a secret', () => {
    const values = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), secretValues);
    const named = fc.dictionary(fc.constantFrom(...NAMES), values);
    const unnamed = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('url', 'headers', 'body')), secretValues);
    fc.assert(
      fc.property(named, unnamed, (known, unknown) => {
        const foreign = Object.fromEntries(Object.entries(unknown).filter(([name]) => !NAMES.includes(name)));
        const rendered = renderFields({ ...known, ...foreign });
        expect(JSON.stringify(rendered)).not.toContain(SECRET);
        for (const name of Object.keys(rendered)) expect([...NAMES, 'droppedFields']).toContain(name);
      }),
      { numRuns: 500 },
    );
  });
});
