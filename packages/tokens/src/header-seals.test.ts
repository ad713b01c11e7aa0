import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBucketKeySeals, createHeaderSeals, type HeaderSeals } from './header-seals.js';
import { createTokenSeals } from './token-seals.js';

const SECRET = 'the secret of a deployment';
const SCOPE = { accountId: 'account-1', requestId: 'request-1' };
const HEADERS = { Cookie: 'sid=flüsse', Authorization: 'Bearer abc' };

const sealsOf = (secret: string, previous?: string): HeaderSeals => {
  const seals = createHeaderSeals({ secret, previous });
  if (!seals) throw new Error('there is a secret');
  return seals;
};
const seals = sealsOf(SECRET);
const sealed = seals.seal(SCOPE, HEADERS);

describe('sealed headers', () => {
  it('come back, and show nothing of themselves', () => {
    expect(seals.open(SCOPE, sealed)).toEqual(HEADERS);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/sid|Bearer|Cookie|account-1|request-1/);
    expect(seals.seal(SCOPE, HEADERS)).not.toBe(sealed);
  });

  it.each([
    ['account', { ...SCOPE, accountId: 'account-2' }],
    ['request', { ...SCOPE, requestId: 'request-2' }],
  ])('do not open as those of another %s', (_name, scope) => {
    expect(seals.open(scope, sealed)).toBeUndefined();
  });

  it('do not open once any bit of them is another, or a part is missing', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at);
      expect(seals.open(SCOPE, altered.toString('base64url'))).toBeUndefined();
      expect(seals.open(SCOPE, bytes.subarray(0, at).toString('base64url'))).toBeUndefined();
    }
  });

  it('do not open as keys of a bucket, nor those as headers', () => {
    const keys = createBucketKeySeals({ secret: SECRET });
    expect(keys?.open(SCOPE, sealed)).toBeUndefined();
    expect(keys?.open(SCOPE, keys.seal(SCOPE, HEADERS))).toEqual(HEADERS);
    expect(seals.open(SCOPE, keys?.seal(SCOPE, HEADERS) ?? '')).toBeUndefined();
    expect(createBucketKeySeals({ secret: undefined })).toBeUndefined();
  });

  it('are none of any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => seals.open(SCOPE, text) === undefined));
  });

  it('open with the secret before as well, while it is being changed, and are sealed with the new one', () => {
    const rotating = sealsOf('the secret that comes next', SECRET);
    expect(rotating.open(SCOPE, sealed)).toEqual(HEADERS);
    const anew = rotating.seal(SCOPE, HEADERS);
    expect(seals.open(SCOPE, anew)).toBeUndefined();
    expect(sealsOf('the secret that comes next').open(SCOPE, anew)).toEqual(HEADERS);
    expect(sealsOf('the secret that comes next').open(SCOPE, sealed)).toBeUndefined();
  });

  it('are sealed by a key that opens nothing else', () => {
    const tokens = createTokenSeals({ secret: SECRET });
    const scope = { operation: SCOPE.accountId, accountId: SCOPE.requestId };
    expect(tokens?.open(scope, sealed, 0)).toBeUndefined();
  });

  it('are none without a secret', () => {
    expect(createHeaderSeals({ secret: undefined, previous: SECRET })).toBeUndefined();
  });
});
