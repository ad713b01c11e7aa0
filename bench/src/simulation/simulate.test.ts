import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { testingFigures } from '../scaling-model/testing-figures.js';
import { checkArithmetic, type Check, type Outcomes } from './check-arithmetic.js';
import { EventHeap } from './event-heap.js';
import { KedaRule } from './keda-rule.js';
import { makeScenarios, scenarioEntries, type Scenarios } from './scenarios.js';
import type { Scenario } from './scenario.js';
import { simulate } from './simulate.js';

/** A part of the traffic on the same part of the replicas. */
const PART = 1 / 6;
/** Of the day of single calls, which is about few replicas. */
const PART_OF_DAY = 1 / 3;

/** Those that the checks look at. */
const PLAYED: ReadonlySet<string> = new Set(['singles', 'peak', 'shardAway', 'regionAwayWithSpare']);

const smaller = (scenario: Scenario): Scenario => ({
  ...scenario,
  meanPerSecond: scenario.meanPerSecond * PART,
  itemsPerJob: Math.ceil(scenario.itemsPerJob * PART),
  replicas: {
    'browser-scrape': Math.ceil(scenario.replicas['browser-scrape'] * PART),
    serp: Math.ceil(scenario.replicas.serp * PART),
    sites: Math.ceil(scenario.replicas.sites * PART),
  },
});

describe('the arithmetic of docs/scaling.md', () => {
  let scenarios: Scenarios;
  let outcomes: Outcomes;
  let checks: readonly Check[];

  beforeAll(() => {
    const whole = makeScenarios(testingFigures);
    const played = scenarioEntries(whole)
      .filter(([name]) => PLAYED.has(name))
      .map(([name, scenario]) => {
        const day = { ...scenario, meanPerSecond: scenario.meanPerSecond * PART_OF_DAY };
        return [name, name === 'singles' ? day : smaller(scenario)] as const;
      });
    // safe because all names stay, here and below
    scenarios = { plan: whole.plan, ...Object.fromEntries(played) } as Scenarios;
    outcomes = Object.fromEntries(played.map(([name, scenario]) => [name, simulate(scenario)])) as unknown as Outcomes;
    checks = checkArithmetic(scenarios, outcomes);
  });

  it('is what the simulation comes to, within the tolerances that it names', () => {
    expect(checks).toHaveLength(8);
    expect(checks.filter(({ isMet }) => !isMet)).toEqual([]);
  });

  it('leaves nothing out: what came was begun, turned away, lost or still waits', () => {
    const { arrived, ended, shed, lost } = outcomes.peak;
    const inHand = arrived - ended - shed - lost;
    expect(Math.abs(inHand)).toBeLessThan(arrived * 0.02);
    expect(outcomes.peak).toMatchObject({ shed: 0, lost: 0 });
  });

  it('turns away the calls of the shard that is away alone, and waits for nobody else', () => {
    expect(outcomes.shardAway.shed).toBeGreaterThan(0);
    expect(outcomes.shardAway.waitP99Ms).toBeLessThan(1_000);
  });

  it('is contradicted where a request takes more of its Redis than was computed', () => {
    const services = scenarios.peak.services.map((service) => ({ ...service, redisMs: 1.5 * service.redisMs }));
    const peak = simulate({ ...scenarios.peak, services });
    const missed = checkArithmetic(scenarios, { ...outcomes, peak }).filter(({ isMet }) => !isMet);
    expect(missed.map(({ name }) => name)).toEqual(['thread of the busiest Redis in use, without polling']);
  });

  it('turns calls away when a Redis is so far behind that gateways give up', () => {
    const services = scenarios.peak.services.map((service) => ({ ...service, redisMs: 30 * service.redisMs }));
    const { shed, busiestThread } = simulate({ ...scenarios.peak, services, durationMs: 90_000 });
    expect(shed).toBeGreaterThan(0);
    expect(busiestThread).toBeGreaterThan(0.9);
  });

  it('tells the same story for the same seed, and another for another', () => {
    const short = { ...scenarios.peak, durationMs: 40_000 };
    expect(simulate(short)).toEqual(simulate(short));
    expect(simulate(short)).not.toEqual(simulate({ ...short, seed: 1 }));
  });
});

describe('the events of a simulation', () => {
  it('come in the order of their times', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1e9 }), { maxLength: 3_000 }), (times) => {
        const heap = new EventHeap();
        times.forEach((time, index) => heap.push(time, index));
        const taken = times.map(() => times[heap.pop()] ?? 0);
        expect(taken).toEqual(times.toSorted((left, right) => left - right));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the rule of KEDA', () => {
  const rule = () => new KedaRule({ threshold: 16, least: 2, most: 50 });

  it('asks for a replica for each so much backlog, at most twice as many or four more at a time', () => {
    expect(rule().decide(0, 16 * 5, 4)).toBe(5);
    expect(rule().decide(0, 16 * 40, 2)).toBe(6);
    expect(rule().decide(0, 16 * 40, 10)).toBe(20);
    expect(rule().decide(0, 16 * 400, 40)).toBe(50);
  });

  it('leaves alone what is within a tenth', () => {
    expect(rule().decide(0, 16 * 10.9, 10)).toBe(10);
    expect(rule().decide(0, 16 * 11.1, 10)).toBe(12);
  });

  it('takes replicas away after five minutes without need, a quarter a minute', () => {
    const keda = rule();
    expect(keda.decide(0, 16 * 20, 20)).toBe(20);
    expect(keda.decide(290_000, 0, 20)).toBe(20);
    expect(keda.decide(301_000, 0, 20)).toBe(15);
    expect(keda.decide(316_000, 0, 15)).toBe(15);
    expect(keda.decide(362_000, 0, 15)).toBe(11);
    expect(keda.decide(700_000, 0, 2)).toBe(2);
  });
});
