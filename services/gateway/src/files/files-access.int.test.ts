import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FileServerError, writeBundle, type FileKey, type FileStore } from '@quarry/files';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const BODY = 'what one account has stored';

let fixture: GatewayFixture;
/** Set by a test whose files fail. */
let failure: { readonly at: 'head' | 'open'; readonly error: Error } | undefined;

const failing = (files: FileStore): FileStore => {
  const call =
    <Given extends unknown[], Answer>(at: 'head' | 'open', real: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (failure?.at === at) throw failure.error;
      return real(...given);
    };
  return Object.assign(Object.create(files) as FileStore, {
    head: call('head', (...given: Parameters<FileStore['head']>) => files.head(...given)),
    open: call('open', (...given: Parameters<FileStore['open']>) => files.open(...given)),
  });
};

beforeAll(async () => {
  fixture = await startGatewayFixture({ wrapFiles: failing });
});
afterAll(() => fixture.close());
afterEach(() => {
  failure = undefined;
});

/** An account with a file of its own, which no other test has seen. */
const stored = async () => {
  const { account, key, keyId } = await fixture.addAccount();
  const file: FileKey = { accountId: account.id, requestId: randomUUID(), name: 'page.html' };
  await fixture.files.put(file, BODY);
  const ask = (apiKey: string | undefined, { accountId, requestId, name }: FileKey = file) => {
    const asked = supertest(fixture.url).get(`/files/${accountId}/${requestId}/${name}`).buffer(true);
    return apiKey === undefined ? asked : asked.set('x-api-key', apiKey);
  };
  return { key, keyId, file, ask };
};
/** As if there were no such file, whoever asks for whatever reason. */
const expectNothing = (answer: supertest.Response): void => {
  expectError(answer, 404, 'not_found');
  expect(answer.body.message).toBe('No such file, or it belongs to another account.');
  expect(answer.text).not.toContain(BODY);
  for (const header of ['etag', 'last-modified', 'content-disposition'])
    expect(answer.headers).not.toHaveProperty(header);
  expect(answer.headers['cache-control']).toBe('no-store');
};

/** The same whether or not there is such a file. */
const expectKeyless = (answer: supertest.Response): void => {
  expectError(answer, 401, 'unauthorized');
  expect(answer.text).not.toContain(BODY);
  for (const header of ['etag', 'last-modified', 'content-disposition'])
    expect(answer.headers).not.toHaveProperty(header);
  expect(answer.headers['cache-control']).toBe('no-store');
};

describe('a stored file', () => {
  it('opens with a key of its account', async () => {
    const { key, ask } = await stored();
    const answer = await ask(key);
    expect([answer.status, answer.text]).toEqual([200, BODY]);
  });

  it('needs a key, whether or not it is there', async () => {
    const { ask, file } = await stored();
    expectKeyless(await ask(undefined, { ...file, name: 'gone.html' }));
    expectKeyless(await ask(undefined));
  });

  it('does not open for an empty key', async () => {
    const { ask } = await stored();
    expectKeyless(await ask(''));
  });

  it('does not open for a key that nobody has', async () => {
    const { ask } = await stored();
    expectKeyless(await ask('qk_unknown'));
  });

  it('does not open for a revoked key of its account', async () => {
    const { key, keyId, ask } = await stored();
    await fixture.store.keys.revoke(keyId);
    expectKeyless(await ask(key));
  });

  it('is not there for the key of another account', async () => {
    const { ask } = await stored();
    const other = await fixture.addAccount();
    expectNothing(await ask(other.key));
  });

  it('is not there for another account that has a file of the same request and name', async () => {
    const [mine, theirs] = [await stored(), await stored()];
    const twin = { ...mine.file, accountId: theirs.file.accountId };
    await fixture.files.put(twin, 'what the other has stored');
    expectNothing(await mine.ask(theirs.key));
    expect((await theirs.ask(theirs.key, twin)).text).toBe('what the other has stored');
  });

  it.each(['HEAD', 'range', 'known version'])('does not open without a key for a %s either', async (how) => {
    const { key, file, ask } = await stored();
    const { etag } = (await ask(key)).headers as { etag: string };
    const path = `/files/${file.accountId}/${file.requestId}/${file.name}`;
    const asked = how === 'HEAD' ? supertest(fixture.url).head(path) : ask(undefined);
    const headers = { HEAD: {}, range: { range: 'bytes=0-1' }, 'known version': { 'if-none-match': etag } }[how] ?? {};
    expect((await asked.set(headers)).status).toBe(401);
  });
});

describe('a part of a bundle', () => {
  const withBundle = async () => {
    const own = await stored();
    const parts = [{ bytes: Buffer.from(BODY), extension: 'html' }];
    const [name = ''] = await writeBundle(fixture.files, { ...own.file, name: 'thumbnails-1a2b3c4d.bundle' }, parts);
    return { ...own, part: { ...own.file, name } };
  };

  it('opens with a key of its account', async () => {
    const { key, ask, part } = await withBundle();
    expect((await ask(key, part)).text).toBe(BODY);
  });

  it('needs a key', async () => {
    const { ask, part } = await withBundle();
    expectKeyless(await ask(undefined, part));
  });

  it('is not there for the key of another account', async () => {
    const { ask, part } = await withBundle();
    expectNothing(await ask((await fixture.addAccount()).key, part));
  });
});

describe('a file server that fails', () => {
  it.each([
    ['head', new FileServerError('HeadObject', 'ECONNREFUSED')],
    ['head', new FileServerError('HeadObject', 'SlowDown', 503)],
    ['open', new FileServerError('GetObject', 'InternalError', 500)],
    ['open', new FileServerError('GetObject', 'TooManyRequests', 429)],
  ] as const)('for a moment, at %s, is a 503 that says when to come again: %s', async (at, error) => {
    const { key, ask } = await stored();
    failure = { at, error };
    const answer = await ask(key);
    expectError(answer, 503, 'overloaded');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.text).not.toContain(error.code);
  });

  it.each([
    ['head', new FileServerError('HeadObject', 'AccessDenied', 403)],
    ['open', new FileServerError('GetObject', 'InvalidRequest', 400)],
    ['open', new FileServerError('GetObject', 'NotImplemented', 501)],
  ] as const)('for good, at %s, is a 500 that nobody is told to try again: %s', async (at, error) => {
    const { key, ask } = await stored();
    failure = { at, error };
    const answer = await ask(key);
    expectError(answer, 500, 'internal_error');
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).not.toContain(error.code);
  });
});
