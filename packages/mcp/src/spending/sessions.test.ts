import { describe, expect, it } from '@jest/globals';
import { SESSION_IDLE_MS, singleSpender, SpendingSessions, type Spender } from './sessions.js';

const spend = (spender: Spender, credits: number): string => {
  const admitted = spender.hold(credits);
  if ('refused' in admitted) return admitted.refused;
  admitted.hold.settle(credits);
  return 'ok';
};

describe('sessions by key', () => {
  it('share a cap per key, across calls', () => {
    const sessions = new SpendingSessions({ maxCredits: 10 });
    expect(spend(sessions.of('a'), 10)).toBe('ok');
    expect(spend(sessions.of('a'), 1)).toBe('cap');
    expect(spend(sessions.of('b'), 10)).toBe('ok');
    expect(sessions.of('a').view()).toMatchObject({ chargedCredits: 10, leftCredits: 0 });
  });

  it('end when idle, but not while a call runs', () => {
    let nowMs = 0;
    const sessions = new SpendingSessions({ maxCredits: 10, nowMs: () => nowMs });
    spend(sessions.of('a'), 10);
    const running = sessions.of('b').hold(10);
    nowMs += SESSION_IDLE_MS - 1;
    expect(sessions.of('a').view().leftCredits).toBe(0);
    nowMs += SESSION_IDLE_MS;
    expect(spend(sessions.of('a'), 10)).toBe('ok');
    expect(spend(sessions.of('b'), 1)).toBe('cap');
    if ('hold' in running) running.hold.settle(10);
    expect(sessions.of('b').view()).toMatchObject({ chargedCredits: 10 });
  });

  it('are bounded in number; keys that cost nothing are not kept', () => {
    const sessions = new SpendingSessions({ maxCredits: 10, maxSessions: 2 });
    for (let key = 0; key < 50; key += 1) expect(spend(sessions.of(`unknown ${key}`), 0)).toBe('ok');
    expect(sessions.size).toBe(1);
    expect([spend(sessions.of('a'), 1), spend(sessions.of('b'), 1), spend(sessions.of('c'), 1)]).toEqual([
      'ok',
      'ok',
      'full',
    ]);
    expect(spend(sessions.of('a'), 1)).toBe('ok');
    expect(sessions.size).toBe(2);
  });
});

it('the session of one client has one cap', () => {
  const spender = singleSpender(3);
  expect([spend(spender, 2), spend(spender, 2), spend(spender, 1)]).toEqual(['ok', 'cap', 'ok']);
});
