import type { Resolver } from '../../src/target/guarded-lookup.js';

/** What names of ours resolve to: a zone with aliases, answered anew each time. */
export type Zone = Readonly<Record<string, readonly string[] | { readonly alias: string }>>;

const MAX_ALIASES = 8;

const toResolved = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });

/** Follows aliases to addresses, as a resolver on the way does. */
export const createZoneResolver =
  (zone: Zone): Resolver =>
  async (hostname) => {
    let name = hostname.toLowerCase().replace(/\.$/, '');
    for (let hop = 0; hop < MAX_ALIASES; hop += 1) {
      const entry = zone[name];
      if (entry === undefined) break;
      if (!('alias' in entry)) return entry.map(toResolved);
      name = entry.alias;
    }
    throw Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' });
  };

export interface TurningResolver {
  readonly resolve: Resolver;
  readonly asked: () => number;
}

/** A name with no time to live: each question has the next answer, and the last one stays. */
export const createTurningResolver = (...answers: readonly (readonly string[])[]): TurningResolver => {
  let asked = 0;
  return {
    resolve: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return answer.map(toResolved);
    },
    asked: () => asked,
  };
};

/** Answers a hostile name may have that lead to this machine, by what they are. */
export const INWARD_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1'],
  'another loopback': ['127.0.0.2'],
  'the last loopback': ['127.255.255.254'],
  'this network': ['0.0.0.0'],
  'IPv6 loopback': ['::1'],
  'unspecified IPv6': ['::'],
  mapped: ['::ffff:127.0.0.1'],
  'mapped in hex': ['::ffff:7f00:1'],
  'loopback written long': ['0:0:0:0:0:0:0:1'],
  'many inward': ['127.0.0.2', '::1', '127.0.0.1'],
};

/** Answers that lead further in; nothing may be dialled. */
export const OUTER_ANSWERS: readonly string[] = [
  '169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1',
  '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', 'fe80::1', 'fe80::1%lo', 'fc00::1', 'fec0::1', 'ff02::1', '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '::127.0.0.1', '2606:4700::5efe:7f00:1', '::ffff:0:7f00:1', 'nonsense', '',
]; // oxfmt-ignore
