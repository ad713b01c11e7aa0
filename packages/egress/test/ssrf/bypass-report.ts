import { expect } from '@jest/globals';
import { recordProof } from '@quarry/testkit';
import type { Canary } from './canary.js';

/** What became of one way: shut, and as its control with the guard let go. */
export interface WayEnd {
  /** Client and way, as its row reads. */
  readonly way: string;
  /** How the shut attempt ended; `refused` where it never got as far as a connection. */
  readonly end: string;
  /** Connections and datagrams that the canary noticed while shut. */
  readonly touched: number;
  /** Whether the control reached the canary; undefined where none was run. */
  readonly isReached?: boolean | undefined;
}

/** Ways tried by one client, each against a silent canary, and how many of them had a control that was heard. */
export interface BypassReport {
  /** Runs one way shut and open; throws where the shut one is seen, or the open one is not. */
  prove(canary: Canary, shut: () => Promise<string>, open: () => Promise<unknown>): Promise<void>;
  /** The same for a way that has no control; `why` says so in the row of the proof. */
  proveRefused(canary: Canary, why: string, shut: () => Promise<string>): Promise<void>;
  /** Counts a way that was tried among others; `why` where its control did not arrive, with its name where that says more. */
  count(why?: string, name?: string): void;
  /** Counts what was seen as a failure. */
  fail(failures: number): void;
  /** Hands the row to the proof. */
  record(name: string): void;
}

export const createBypassReport = (): BypassReport => {
  const startedAt = performance.now();
  const without = new Map<string, { ways: number; names: Set<string> }>();
  let cases = 0;
  let failures = 0;
  let controlled = 0;
  const count = (why?: string, name?: string) => {
    cases += 1;
    if (why === undefined) {
      controlled += 1;
      return;
    }
    const entry = without.get(why) ?? { ways: 0, names: new Set<string>() };
    entry.ways += 1;
    if (name !== undefined) entry.names.add(name);
    without.set(why, entry);
  };
  const describeRest = () =>
    [...without].map(([why, { ways, names }]) => `${ways} ${why}${names.size > 0 ? ` (${[...names].join(' ')})` : ''}`);
  const check = async (why: string | undefined, work: () => Promise<void>) => {
    failures += 1;
    await work();
    failures -= 1;
    count(why);
  };
  const expectSilence = async (canary: Canary, shut: () => Promise<string>) => {
    canary.reset();
    const end = await shut();
    expect({ end, touched: canary.touched(), paths: canary.paths() }).toEqual({
      end: 'refused',
      touched: 0,
      paths: [],
    });
  };
  return {
    prove: (canary, shut, open) =>
      check(undefined, async () => {
        await expectSilence(canary, shut);
        const end = await open();
        expect({ end, isReached: canary.touched() > 0 }).toEqual({ end, isReached: true });
      }),
    proveRefused: (canary, why, shut) => check(why, () => expectSilence(canary, shut)),
    count,
    fail: (seen) => {
      failures += seen;
    },
    record: (name) => {
      const note = [`${controlled} with control`, ...describeRest()].join('; ');
      recordProof({ name, cases: cases + failures, failures, seconds: (performance.now() - startedAt) / 1_000, note });
    },
  };
};

/** Why a way has no control, where it cannot have one. */
export const NO_CONTROL = {
  noUrl: 'without: no URL',
  otherScheme: 'without: other scheme',
  notOnWire: 'without: not for a request line',
  undialled: 'without: cannot be dialled',
  otherNetwork: 'without: not dialled for real',
  notGone: 'without: not gone by this browser',
} as const;
