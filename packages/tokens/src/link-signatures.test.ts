import { describe, expect, it } from '@jest/globals';
import { createLinkSignatures } from './link-signatures.js';

const GRANT = { file: 'account/request/page.html', expiresAtSeconds: 1_900_000_000 };

const linksOf = (secret: string, previous?: string) => {
  const links = createLinkSignatures({ secret, previous });
  if (links === undefined) throw new Error('no signatures');
  return links;
};

describe('a signed link', () => {
  it('is signed for its file and its end alone', () => {
    const links = linksOf('a secret');
    const signature = links.sign(GRANT);
    expect(links.isSigned(GRANT, signature)).toBe(true);
    expect(links.isSigned({ ...GRANT, file: 'account/request/other.html' }, signature)).toBe(false);
    expect(links.isSigned({ ...GRANT, expiresAtSeconds: GRANT.expiresAtSeconds + 1 }, signature)).toBe(false);
    expect(links.isSigned(GRANT, '')).toBe(false);
    expect(links.isSigned(GRANT, `${signature.slice(0, -2)}AA`)).toBe(false);
  });

  it('stays signed while its secret is the previous one, and no longer', () => {
    const signature = linksOf('old').sign(GRANT);
    expect(linksOf('new', 'old').isSigned(GRANT, signature)).toBe(true);
    expect(linksOf('newer', 'new').isSigned(GRANT, signature)).toBe(false);
  });

  it('needs a secret', () => {
    expect(createLinkSignatures({ secret: undefined })).toBeUndefined();
  });
});
