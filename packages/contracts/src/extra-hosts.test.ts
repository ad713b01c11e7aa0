import { describe, expect, it } from '@jest/globals';
import { extraHostsOf } from './extra-hosts.js';

describe('extraHostsOf', () => {
  it('is host and port of each configured origin, by site', () => {
    expect(
      extraHostsOf({ lodging: 'http://127.0.0.1:4010', retailer: 'https://mirror.example', jobboard: undefined }),
    ).toEqual({ lodging: ['127.0.0.1:4010'], retailer: ['mirror.example'] });
  });

  it('has no port where the origin has that of its scheme', () => {
    expect(extraHostsOf({ realtyb: 'http://mirror.example:80' })).toEqual({ realtyb: ['mirror.example'] });
  });

  it('leaves out what takes no URL of a site', () => {
    const origins = { enginea: 'http://127.0.0.1:4011', lodging: undefined };
    expect(extraHostsOf(origins)).toEqual({});
  });
});
