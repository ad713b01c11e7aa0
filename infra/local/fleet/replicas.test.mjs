import { describe, expect, it } from '@jest/globals';
import { describeReplicas, FLEET, MAX_REPLICAS, nameReplicas, readReplicas, REPLICAS_USAGE } from './replicas.mjs';

const ONE_EACH = Object.fromEntries(FLEET.map((service) => [service, 1]));

describe('readReplicas', () => {
  it.each([
    [[], {}],
    [['--serp', '2'], { serp: 2 }],
    [['--serp=2'], { serp: 2 }],
    [['--serp', '0'], { serp: 0 }],
    [['--browser-scrape', '3', '--gateway', `${MAX_REPLICAS}`], { 'browser-scrape': 3, gateway: MAX_REPLICAS }],
  ])('reads %j', (args, counts) => expect(readReplicas(args)).toEqual({ ...ONE_EACH, ...counts }));

  it.each([['--help'], ['-h'], ['--serp', '2', '--help']])('answers nothing where the usage is asked for', (...args) =>
    expect(readReplicas(args)).toBeUndefined(),
  );

  it.each([
    [['--serp', '17'], '--serp is "17"'],
    [['--serp', '2.5'], '--serp is "2.5"'],
    [['--serp', '1e1'], '--serp is "1e1"'],
    [['--serp', ''], '--serp is ""'],
    [['--serp', '-1'], '--serp'],
    [['--serp'], '--serp'],
    [['--worker', '2'], '--worker'],
    [['serp', '2'], 'serp'],
    [['--help=no'], '--help'],
  ])('refuses %j in one line that says what there is', (args, named) => {
    expect(() => readReplicas(args)).toThrow(named);
    expect(() => readReplicas(args)).toThrow(/^[^\n]+; there are (--[a-z-]+, ){5}--console, each with [^\n]+ 0 to 16$/);
  });
});

it('the usage names every service', () => {
  expect(FLEET.filter((service) => !REPLICAS_USAGE.includes(`  --${service} `))).toEqual([]);
});

it('names no process of a service that is left out', () => {
  expect(nameReplicas(['serp', 'gateway'], { serp: 0 })).toEqual([{ service: 'gateway', name: 'gateway' }]);
});

it('names each process, the first of a service as the service', () => {
  expect(nameReplicas(['serp', 'gateway'], { serp: 3 })).toEqual([
    { service: 'serp', name: 'serp' },
    { service: 'serp', name: 'serp-2' },
    { service: 'serp', name: 'serp-3' },
    { service: 'gateway', name: 'gateway' },
  ]);
});

it('describes them as text', () => {
  expect(describeReplicas(['serp', 'sites', 'gateway'], { serp: 3 })).toBe('3 × serp, sites and gateway');
  expect(describeReplicas(['serp', 'sites', 'gateway'], { serp: 0 })).toBe('sites and gateway');
});
