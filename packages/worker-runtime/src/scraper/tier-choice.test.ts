import { describe, expect, it } from '@jest/globals';
import { createTierChoice, LEFT_OUT_MS, MAX_WALLS_IN_A_ROW } from './tier-choice.js';

const WALL = { verdict: 'blocked', reason: 'google_scripts_required' };
const OK = { verdict: 'ok' };

describe('the cheaper tier', () => {
  const start = () => {
    let now = 0;
    const choice = createTierChoice(['http', 'browser'], () => now);
    const end = (times: number, how: { verdict: string; reason?: string }) => {
      for (let each = 0; each < times; each += 1) choice.ended('http', how);
    };
    return { choice, end, wait: (ms: number) => (now += ms) };
  };

  it('is left out after walls in a row, and tried once again later', () => {
    const { choice, end, wait } = start();
    end(MAX_WALLS_IN_A_ROW - 1, WALL);
    expect(choice.tiers()).toEqual(['http', 'browser']);
    end(1, WALL);
    expect(choice.tiers()).toEqual(['browser']);
    wait(LEFT_OUT_MS);
    expect(choice.tiers()).toEqual(['http', 'browser']);
    end(1, WALL);
    expect(choice.tiers()).toEqual(['browser']);
  });

  it('stays where results came between, and whatever the browser met', () => {
    const { choice, end } = start();
    end(MAX_WALLS_IN_A_ROW - 1, WALL);
    end(1, OK);
    end(MAX_WALLS_IN_A_ROW - 1, WALL);
    choice.ended('browser', WALL);
    end(1, { verdict: 'blocked', reason: 'google_sorry' });
    expect(choice.tiers()).toEqual(['http', 'browser']);
  });

  it('stays where the plan has no other', () => {
    const choice = createTierChoice(['http']);
    for (let each = 0; each < MAX_WALLS_IN_A_ROW; each += 1) choice.ended('http', WALL);
    expect(choice.tiers()).toEqual(['http']);
  });
});
