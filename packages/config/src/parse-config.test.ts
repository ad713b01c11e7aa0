import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseConfig, Secret, type Environment } from './index.js';
import { SETTING_GROUPS, SETTINGS, settingsOf, type SettingGroup } from './settings.js';

const valid = <G extends SettingGroup>(groups: readonly G[], env: Environment = {}) => {
  const parsed = parseConfig(groups, env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
};

const problemsOf = (env: Environment, groups: readonly SettingGroup[] = SETTING_GROUPS): string[] => {
  const parsed = parseConfig(groups, env);
  return parsed.ok ? [] : parsed.problems;
};

describe('defaults', () => {
  it('fill every setting of an empty environment', () => {
    expect(valid(['common', 'addresses', 'gateway', 'targets', 'worker'])).toMatchObject({
      common: {
        dataDir: '.quarry',
        logLevel: 'info',
        healthHost: '127.0.0.1',
        healthPort: 0,
        isParentWatched: false,
        secret: undefined,
        headerSecret: undefined,
        headerSecretPrevious: undefined,
      },
      addresses: { port: 3000, baseUrl: 'http://127.0.0.1:3000', filesUrl: 'http://127.0.0.1:3000/files' },
      gateway: { host: '127.0.0.1', retentionDays: 30 },
      targets: { egressAllow: [] },
      worker: { chromiumPath: undefined },
    });
    expect(valid(['common']).common.redisUrl.reveal()).toBe('redis://127.0.0.1:6379');
  });

  it('follow the settings they are built from', () => {
    expect(valid(['addresses'], { PORT: '8088' }).addresses.filesUrl).toBe('http://127.0.0.1:8088/files');
    expect(valid(['addresses'], { BASE_URL: 'https://api.example.com/v1/' }).addresses).toEqual({
      port: 3000,
      baseUrl: 'https://api.example.com/v1',
      filesUrl: 'https://api.example.com/v1/files',
    });
  });

  it('count an empty or blank variable as unset', () => {
    expect(valid(['addresses', 'worker'], { PORT: '', BASE_URL: '  ', CHROMIUM_PATH: '' })).toMatchObject({
      addresses: { port: 3000, baseUrl: 'http://127.0.0.1:3000' },
      worker: { chromiumPath: undefined },
    });
  });

  it('leave to the worker what follows from its memory', () => {
    expect(valid(['worker'], {}).worker).toMatchObject({ slots: undefined, browserContexts: undefined });
    expect(valid(['worker'], { SLOTS: '2', BROWSER_CONTEXTS: '1' }).worker).toMatchObject({
      slots: 2,
      browserContexts: 1,
    });
  });

  it('of every setting pass its own schema', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it('leave groups out that were not asked for', () => {
    expect(Object.keys(valid(['gateway'], { SLOTS: 'nonsense' }))).toEqual(['gateway']);
  });
});

describe('the table of settings', () => {
  const all = SETTING_GROUPS.flatMap((group) => settingsOf(group).map(([, setting]) => setting));

  it('names every variable once', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('describes every variable in one sentence', () => {
    for (const { description } of all) expect(description).toMatch(/^[A-Za-z/`][^\n]{8,160}\.$/);
  });
});

describe('accepted values', () => {
  it.each([
    ['common', 'HEALTH_PORT', 'healthPort', '0', 0],
    ['common', 'QUARRY_PARENT_PIPE', 'isParentWatched', '1', true],
    ['common', 'QUARRY_PARENT_PIPE', 'isParentWatched', 'false', false],
    ['addresses', 'PORT', 'port', '65535', 65_535],
    ['gateway', 'RETENTION_DAYS', 'retentionDays', ' 7 ', 7],
    ['worker', 'SLOTS', 'slots', '512', 512],
    ['origins', 'ORIGIN_LODGING', 'lodging', 'http://LOCALHOST:8080/', 'http://localhost:8080'],
    ['client', 'QUARRY_URL', 'url', 'https://api.example.com/', 'https://api.example.com'],
    [
      'targets',
      'EGRESS_ALLOW',
      'egressAllow',
      'localhost:80, [::1]:8080,,10.0.0.0/8',
      ['localhost:80', '[::1]:8080', '10.0.0.0/8'],
    ],
    ['targets', 'EGRESS_ALLOW', 'egressAllow', 'fd00::/8', ['fd00::/8']],
    ['targets', 'EGRESS_ALLOW', 'egressAllow', 'fc00::/7', ['fc00::/7']],
    ['targets', 'EGRESS_ALLOW', 'egressAllow', '::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  ] as const)('%s %s -> %s from "%s"', (group, name, key, raw, value) => {
    const config = valid([group], { [name]: raw });
    expect((config[group] as Record<string, unknown>)[key]).toEqual(value);
  });
});

describe('refused values', () => {
  const cases: [name: string, raw: string, expects: string][] = [
    ['PORT', '0', 'PORT is "0"; write an integer from 1 to 65535'],
    ['PORT', '65536', 'PORT is "65536"; write an integer from 1 to 65535'],
    ['PORT', '3e3', 'PORT is "3e3"; write an integer from 1 to 65535'],
    ['PORT', '80.0', 'PORT is "80.0"; write an integer from 1 to 65535'],
    ['PORT', '-1', 'PORT is "-1"; write an integer from 1 to 65535'],
    ['RETENTION_DAYS', '0x10', 'RETENTION_DAYS is "0x10"; write an integer from 1 to 3650'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; write one of error, warn, info, debug'],
    ['QUARRY_PARENT_PIPE', 'yes', 'QUARRY_PARENT_PIPE is "yes"; write true or false'],
    ['BASE_URL', 'api.example.com', 'BASE_URL is "api.example.com"; write an absolute http or https address'],
    ['BASE_URL', 'https://me:pw@example.com', 'BASE_URL is "https://***@example.com"; write an absolute http'],
    ['BASE_URL', 'https://example.com/?a=1', 'BASE_URL is "https://example.com/?a=1"; write an absolute http'],
    ['FILES_URL', 'ftp://example.com', 'FILES_URL is "ftp://example.com"; write an absolute http'],
    ['ORIGIN_LODGING', 'http://a.example/path', 'ORIGIN_LODGING is "http://a.example/path"; write scheme, host and'],
    ['EGRESS_ALLOW', '10.0.0.0/8,10.0.0.0/33', 'EGRESS_ALLOW is "10.0.0.0/33"; write a comma-separated list'],
    ['EGRESS_ALLOW', 'localhost', 'EGRESS_ALLOW is "localhost"; write'],
    ...[
      ...[
        '0.0.0.0/0',
        '0.0.0.0/1',
        '128.0.0.0/1',
        '10.0.0.0/7',
        '::/0',
        '::/1',
        '8000::/1',
        'f000::/6',
        '::/7',
        '::/8',
      ],
      ...['::ffff:0:0/96', '::ffff:0.0.0.0/96', '::ffff:10.0.0.0/103', '::ffff:0:0/80', '::/64'],
    ].map((range): [string, string, string] => [
      'EGRESS_ALLOW',
      range,
      `EGRESS_ALLOW is "${range}"; write a comma-separated list of host:port or CIDR, such as 127.0.0.1:8080,10.0.0.0/8; ranges wider than /8 (IPv6: /7) are refused, as they would open this machine`,
    ]),
    ['EGRESS_ALLOW', 'localhost:0', 'EGRESS_ALLOW is "localhost:0"; write'],
    ['EGRESS_ALLOW', '[10.0.0.1]:80', 'EGRESS_ALLOW is "[10.0.0.1]:80"; write'],
    ['EGRESS_ALLOW', 'http://a.example:80', 'EGRESS_ALLOW is "http://a.example:80"; write'],
    ['EGRESS_ALLOW', '10.0.0.0/8/8', 'EGRESS_ALLOW is "10.0.0.0/8/8"; write'],
  ];

  it.each(cases)('%s=%s', (name, raw, expects) => {
    const problems = problemsOf({ [name]: raw });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expects);
  });

  it('are all listed at once, and a default built from one of them is not', () => {
    const problems = problemsOf({ PORT: 'x', SLOTS: '0', LOG_LEVEL: 'x', ORIGIN_ENGINEA: 'x', QUARRY_DAT: '/tmp' });
    expect(problems.map((line) => line.split(' ')[0])).toEqual([
      'LOG_LEVEL',
      'PORT',
      'SLOTS',
      'ORIGIN_ENGINEA',
      'QUARRY_DAT',
    ]);
  });

  it('are cut where they are long', () => {
    expect(problemsOf({ PORT: 'x'.repeat(5000) })[0]?.length).toBeLessThan(200);
  });

  it('of a secret are never repeated', () => {
    const problems = problemsOf({ QUARRY_SECRET: 'hunter2', REDIS_URL: 'http://:hunter2@db' });
    expect(problems).toEqual([
      expect.stringContaining('REDIS_URL is not valid; write redis://host:port'),
      'QUARRY_SECRET is not valid; write at least 16 characters',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('unknown variables', () => {
  it('that begin like ours are problems, with the nearest name', () => {
    expect(problemsOf({ ORIGIN_LOGDING: 'http://127.0.0.1:1', QUARRY_NOTHING_LIKE_IT: '1' }, ['gateway'])).toEqual([
      'ORIGIN_LOGDING is not a setting; write ORIGIN_LODGING or remove it',
      'QUARRY_NOTHING_LIKE_IT is not a setting; see .env.example or remove it',
    ]);
  });

  it('that are not ours do not matter', () => {
    expect(problemsOf({ PATH: '/bin', HOME: '/root', MY_QUARRY_DATA: 'x', ORIGINAL: '1' })).toEqual([]);
    expect(problemsOf({ QUARRY_MCP_MAX_CREDITS: '50', QUARRY_MCP_TOOLS: 'scrape_web' })).toEqual([]);
  });
});

describe('Secret', () => {
  it('prints as [secret] in every way and gives its value only on demand', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 16 }), (value) => {
        const { secret } = valid(['common'], { QUARRY_SECRET: `${'k'.repeat(16)}${value}k` }).common;
        if (!(secret instanceof Secret)) throw new Error('not wrapped');
        expect(secret.reveal()).toBe(`${'k'.repeat(16)}${value}k`);
        const dump = { nested: [secret] };
        expect(`${String(secret)} ${JSON.stringify(dump)} ${inspect(dump, { showHidden: true, depth: 9 })}`).toBe(
          '[secret] {"nested":["[secret]"]} { nested: [ [secret], [length]: 1 ] }',
        );
        expect(Object.keys(secret)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('wraps exactly the settings that are marked as secret', () => {
    for (const group of SETTING_GROUPS) {
      for (const [, { name, kind, isSecret, fallback }] of settingsOf(group)) {
        const parsed = kind.schema.safeParse(fallback || 'redis://127.0.0.1:6379');
        if (parsed.success) expect([name, parsed.data instanceof Secret]).toEqual([name, isSecret]);
      }
    }
    expect(SETTINGS.common.secret.isSecret).toBe(true);
  });
});

describe('parseConfig', () => {
  it('never throws, and finds at most one problem per variable', () => {
    const names = SETTING_GROUPS.flatMap((group) => settingsOf(group).map(([, { name }]) => name));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' })), (env) => {
        const parsed = parseConfig(SETTING_GROUPS, env);
        // Where each is fine alone, a bucket and a key of a pair may be missing beside them.
        const most = Math.max(Object.keys(env).length, 2);
        if (!parsed.ok) expect(parsed.problems.length).toBeLessThanOrEqual(most);
      }),
    );
  });
});
