import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostOnly, MAX_LOG_STRING_CHARS, REDACTED, redactText } from './redact.js';

describe('redactText', () => {
  it.each([
    ['GET http://user:pass@proxy.example:8080/a/b?c=d failed', `GET http://${REDACTED}@proxy.example:8080/... failed`],
    ['"https://hooks.example/T0/B1/x2"', '"https://hooks.example/..."'],
    ['https://page.example?token=abc#part', 'https://page.example/...'],
    ['redis://:sesame@127.0.0.1:6379', `redis://${REDACTED}@127.0.0.1:6379`],
    ['mongodb://me:sesame@a:1,b:2/quarry?x=y', `mongodb://${REDACTED}@a:1,b:2/...`],
    ['mongodb://me:ses/ame@db.example/quarry', `mongodb://${REDACTED}`],
    ['ftp://user:sesame', `ftp://${REDACTED}`],
    ["GET https://shop.example/it's?token=abc failed", 'GET https://shop.example/... failed'],
    ['GET https://shop.example/a`b?token=abc failed', 'GET https://shop.example/... failed'],
    ["http://user:it's-me@proxy.example:8080", `http://${REDACTED}@proxy.example:8080`],
    ['http://user:it`s-me@proxy.example:8080', `http://${REDACTED}@proxy.example:8080`],
    ["http://user:12'rest@proxy.example", `http://${REDACTED}@proxy.example`],
    ["http://user:12're/st@proxy.example", `http://${REDACTED}`],
    ["opening 'https://page.example', then", "opening 'https://page.example', then"],
    ['opening `https://page.example/a/b`.', 'opening `https://page.example/...`.'],
    ["['https://page.example','x-api-key: sesame']", `['https://${REDACTED} ${REDACTED}`],
    ["['https://page.example/','Bearer sesame']", `['https://page.example/... ${REDACTED}']`],
    ['http://[::1]:80/x', 'http://[::1]:80/...'],
    ['x-api-key: qk_abcdef123', `x-api-key: ${REDACTED}`],
    ['key qk_abcdef123 is unknown', `key ${REDACTED} is unknown`],
    ['token qcs_abc-def_123 is unknown', `token ${REDACTED} is unknown`],
    ['{"Cookie":"a=b"}', `{"Cookie":${REDACTED}`],
    ['sent Bearer abc.def-ghi=', `sent Bearer ${REDACTED}`],
    ['connect ECONNREFUSED 10.1.2.3:6379', 'connect ECONNREFUSED 10.1.2.3:6379'],
    ['at run (file:///app/dist/run.js:3:7)', 'at run (file:///app/dist/run.js:3:7)'],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it('bounds the length', () => {
    expect(redactText('a'.repeat(MAX_LOG_STRING_CHARS + 1))).toBe(`${'a'.repeat(MAX_LOG_STRING_CHARS)}...`);
    expect(redactText('a'.repeat(MAX_LOG_STRING_CHARS))).toHaveLength(MAX_LOG_STRING_CHARS);
  });

  it('gives no secret away that a bound cuts in two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom('redis://me:sesame99sesame@host/', 'x-api-key: sesame99sesame', 'qk_sesame99sesame'),
        fc.boolean(),
        (before, secret, isShortened) => {
          // What redaction shortens brings the end of the looked-through part nearer.
          const filler = isShortened
            ? `${`cookie: ${'b'.repeat(1_000)}\n`.repeat(before / 1_000)}`
            : 'a '.repeat(before / 2);
          expect(redactText(`${filler} ${secret}`)).not.toContain('sesame');
        },
      ),
    );
  });
});

describe('hostOnly', () => {
  it.each([
    ['https://user:pw@hooks.example:8443/T0/secret?token=x', 'hooks.example:8443'],
    ['hooks.example:8443', 'hooks.example:8443'],
    ['127.0.0.1', '127.0.0.1'],
    ['::', '::'],
    ['[::1]:80', '[::1]:80'],
    ['', REDACTED],
    ['user:pw', REDACTED],
    ['no host at all', REDACTED],
  ])('%s', (text, host) => {
    expect(hostOnly(text)).toBe(host);
  });
});
