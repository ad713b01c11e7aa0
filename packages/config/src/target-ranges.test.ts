import { describe, expect, it } from '@jest/globals';
import { describeOpened, isTargetRange } from './target-ranges.js';

describe('exceptions to the target rule', () => {
  it.each([
    ['127.0.0.0/8', ['this machine itself']],
    ['127.0.0.1/32', ['this machine itself']],
    ['::1/128', ['this machine itself']],
    ['169.254.0.0/16', ["the cloud's own service, which hands out credentials"]],
    ['168.63.129.16/32', ["the cloud's own service, which hands out credentials"]],
    ['fc00::/7', ["the cloud's own service, which hands out credentials"]],
    ['10.0.0.0/8', []],
    ['127.0.0.1:8080', []],
    ['intranet.example:80', []],
  ])('%s is told by what it opens', (entry, parts) => {
    expect(describeOpened(['10.1.0.0/16', entry])).toEqual(parts.map((what) => `${entry} opens ${what}`));
  });
});

describe('ranges that may be opened', () => {
  it.each([
    '10.0.0.0/8',
    '127.0.0.1/32',
    '192.168.0.0/16',
    'fc00::/7',
    'fd00:1::/64',
    '::1/128',
    '::ffff:10.0.0.0/104',
  ])('are those such as %s', (entry) => expect(isTargetRange(entry)).toBe(true));

  it.each([
    ...['0.0.0.0/0', '0.0.0.0/1', '10.0.0.0/7', '::/0', '8000::/1', 'f000::/6', '::/8', '::/64', '::ffff:0:0/96'],
    ...[
      '::ffff:10.0.0.0/103',
      '::ffff:0.0.0.0/97',
      '0::/7',
      '10.0.0.0/33',
      '10.0.0.0',
      'a/8',
      '10.0.0.0/8/8',
      '::1/129',
    ],
  ])('are not those such as %s', (entry) => expect(isTargetRange(entry)).toBe(false));
});
