import { expect } from '@jest/globals';
import type { Canary } from './canary.js';

/** Ways tried by one client, each against a silent canary and with its control. */
export interface WayTally {
  cases: number;
  failures: number;
  /** Runs one way shut and open; throws where the shut one is seen, or the open one is not. */
  prove(canary: Canary, shut: () => Promise<string>, open: () => Promise<unknown>): Promise<void>;
  /** The same for a way whose control cannot be dialled: it is refused, and named so. */
  proveRefused(canary: Canary, shut: () => Promise<string>): Promise<void>;
}

export const createWayTally = (): WayTally => {
  const check = async (work: () => Promise<void>) => {
    tally.cases += 1;
    tally.failures += 1;
    await work();
    tally.failures -= 1;
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
  const tally: WayTally = {
    cases: 0,
    failures: 0,
    prove: (canary, shut, open) =>
      check(async () => {
        await expectSilence(canary, shut);
        const end = await open();
        expect({ end, isReached: canary.touched() > 0 }).toEqual({ end, isReached: true });
      }),
    proveRefused: (canary, shut) => check(() => expectSilence(canary, shut)),
  };
  return tally;
};
