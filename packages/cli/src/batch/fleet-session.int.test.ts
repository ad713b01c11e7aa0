import { describe, expect, it } from '@jest/globals';
import { FleetSession, Interrupted, type RetryPace } from './fleet-session.js';
import { KEY, withScriptedFleet, type Disturbance, type ScriptedFleet } from '../../test/scripted-fleet.js';

const PACE: RetryPace = { firstMs: 1, mostMs: 4, giveUpMs: 60_000 };

interface Scene {
  readonly session: FleetSession;
  readonly waits: { why: string; waitMs: number }[];
  readonly abort: () => void;
}

const open = (fleet: ScriptedFleet, pace = PACE): Scene => {
  const waits: Scene['waits'] = [];
  const interrupt = new AbortController();
  const session = new FleetSession({
    fleet: { baseUrl: fleet.baseUrl, apiKey: KEY },
    signal: interrupt.signal,
    onWait: (why, waitMs) => waits.push({ why, waitMs }),
    pace,
  });
  return { session, waits, abort: () => interrupt.abort() };
};

const disturbFirst = (fleet: ScriptedFleet, calls: number, disturbance: Disturbance): void => {
  fleet.disturb = (_, ordinal) => (ordinal < calls ? disturbance : undefined);
};

const ask = (session: FleetSession) => session.call({ method: 'GET', path: '/files/a/b/result.json' });

describe('FleetSession', () => {
  it.each<[string, Disturbance, number]>([
    ['a broken connection', 'refuse', 12],
    ['an answer that breaks off', 'tear', 12],
    ['no room', { status: 'overloaded' }, 12],
    ['too many calls', { status: 'concurrency_limit' }, 12],
    ['an error of its own', { status: 'internal_error' }, 4],
  ])('outlasts %s', (_, disturbance, calls) =>
    withScriptedFleet(async (fleet) => {
      disturbFirst(fleet, calls, disturbance);
      const { session, waits } = open(fleet);
      expect((await ask(session)).body).toEqual({ of: 'b' });
      expect(waits).toHaveLength(calls);
    }),
  );

  it('gives up on an error that stays, and at once on one that is the caller’s', () =>
    withScriptedFleet(async (fleet) => {
      disturbFirst(fleet, 100, { status: 'internal_error' });
      await expect(ask(open(fleet).session)).rejects.toMatchObject({ status: 500, code: 'internal_error' });
      expect(fleet.asked).toHaveLength(5);
      disturbFirst(fleet, 100, { status: 'credits_exhausted' });
      await expect(ask(open(fleet).session)).rejects.toMatchObject({ status: 402, code: 'credits_exhausted' });
      expect(fleet.asked).toHaveLength(6);
    }));

  it('waits as long as it is told, not longer than two minutes, and gives up when that is too long', () =>
    withScriptedFleet(async (fleet) => {
      disturbFirst(fleet, 100, { status: 'overloaded', retryAfter: 0.05 });
      const patient = open(fleet, { ...PACE, giveUpMs: 200 });
      await expect(ask(patient.session)).rejects.toThrow(/The service is at its limit.* Gave up\.$/);
      expect(patient.waits.length).toBeGreaterThan(0);
      expect(Math.min(...patient.waits.map(({ waitMs }) => waitMs))).toBeGreaterThanOrEqual(50);
      disturbFirst(fleet, 1_000, { status: 'overloaded', retryAfter: 86_400 });
      const waiting = open(fleet, { ...PACE, giveUpMs: 130_000 });
      const asked = ask(waiting.session);
      while (waiting.waits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(waiting.waits[0]?.waitMs).toBe(120_000);
      waiting.abort();
      await expect(asked).rejects.toThrow(Interrupted);
    }));

  it('ends a call that Ctrl-C meets', () =>
    withScriptedFleet(async (fleet) => {
      const { session, abort } = open(fleet);
      fleet.disturb = () => {
        abort();
        return undefined;
      };
      await expect(ask(session)).rejects.toThrow(Interrupted);
      await expect(ask(session)).rejects.toThrow(Interrupted);
      expect(fleet.asked).toHaveLength(1);
    }));
});
