import type { DnsRecords, DnsZone } from './dns-server.js';

/** A name on the wire that leads to this machine in the end. */
export interface DnsWay {
  readonly name: string;
  /** What the name has, question by question; the last one stays. */
  readonly answers: readonly DnsRecords[];
}

const ALIASES: Readonly<Record<string, DnsRecords>> = {
  'one.alias.test': [{ alias: 'two.alias.test' }],
  'two.alias.test': [{ alias: 'three.alias.test' }],
  'three.alias.test': [{ alias: 'inner.alias.test' }],
  'inner.alias.test': ['127.0.0.2', '::1'],
  'localhost': ['127.0.0.1'],
  'metadata.google.internal': ['127.0.0.2'],
  'circle.alias.test': [{ alias: 'circle.alias.test' }],
}; // oxfmt-ignore

const addresses = (...list: string[]): DnsWay => ({ name: list.join(' and '), answers: [list] });
const alias = (name: string): DnsWay => ({ name: `alias of ${name}`, answers: [[{ alias: name }]] });

/** Names whose every answer leads inward. */
export const INWARD_NAMES: readonly DnsWay[] = [
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '0.0.0.0', '::1', '::', '::ffff:7f00:1', '::ffff:7f00:2'].map(
    (one) => addresses(one),
  ),
  addresses('127.0.0.1', '::1'),
  addresses('::1', '127.0.0.2', '127.0.0.1', '::ffff:7f00:1'),
  addresses(...Array.from({ length: 20 }, (_, at) => `127.0.0.${at + 1}`)),
  ...['one.alias.test', 'two.alias.test', 'inner.alias.test', 'localhost', 'metadata.google.internal'].map(alias),
];

/** Names with one answer that may be dialled, where nothing listens, and further ones that lead inward. */
export const mixedNames = (open: string): readonly DnsWay[] => [
  addresses(open, '127.0.0.2'),
  addresses('127.0.0.2', open),
  addresses(open, '::1'),
  addresses('::1', open),
  addresses(open, '::ffff:7f00:1'),
  addresses(open, '127.0.0.1', '::1', '127.0.0.2'),
];

/** A name that turns: what each question is answered, and whether the first visit ends at the site. */
export interface TurningName extends DnsWay {
  readonly isFirstOpen: boolean;
}

/** Names whose answer turns between `open`, where a site is, and inward. */
export const turningNames = (open: string): readonly TurningName[] => {
  const turns = (isFirstOpen: boolean, ...answers: DnsRecords[]): TurningName => ({
    name: answers.map((one) => JSON.stringify(one)).join(', then '),
    answers,
    isFirstOpen,
  });
  return [
    turns(true, [open], ['127.0.0.2']),
    turns(true, [open], ['::1']),
    turns(true, [open], [], ['127.0.0.2']),
    turns(true, [open], ['127.255.255.254', '127.0.0.2']),
    turns(true, [open], [{ alias: 'one.alias.test' }]),
    turns(false, ['127.0.0.2'], ['127.0.0.2']),
    turns(false, [{ alias: 'inner.alias.test' }], ['127.0.0.2']),
  ];
};

/** One label for each way, so that many can stand in one zone. */
export const nameOf = (at: number): string => `way-${at}.zone.test`;

/** A zone with the names of all ways, by their numbers. */
export const zoneOf =
  (ways: readonly DnsWay[]): DnsZone =>
  (name, asked) => {
    const at = /^way-(\d+)\.zone\.test$/.exec(name)?.[1];
    if (at === undefined) return ALIASES[name];
    const answers = ways[Number(at)]?.answers;
    return answers?.[Math.min(asked, answers.length - 1)];
  };
