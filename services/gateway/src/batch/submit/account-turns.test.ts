import { describe, expect, it } from '@jest/globals';
import { createAccountTurns } from './account-turns.js';

describe('account turns', () => {
  it('let an account do one thing after the other, whatever becomes of it, and keep nobody else waiting', async () => {
    const inTurn = createAccountTurns();
    const seen: string[] = [];
    const gates = ['a1', 'a2', 'b1'].map((name) => ({ name, ...Promise.withResolvers<void>() }));
    const runs = gates.map(({ name, promise }) =>
      inTurn(name.charAt(0), async () => {
        seen.push(name);
        await promise;
        return name;
      }),
    );
    await Promise.resolve();
    await Promise.resolve();
    expect(seen).toEqual(['a1', 'b1']);
    gates[0]?.reject(new Error('broken'));
    await expect(runs[0]).rejects.toThrow('broken');
    gates[1]?.resolve();
    gates[2]?.resolve();
    expect(await Promise.all(runs.slice(1))).toEqual(['a2', 'b1']);
    expect(seen).toEqual(['a1', 'b1', 'a2']);
  });
});
