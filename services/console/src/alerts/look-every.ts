import type { AlertSource } from './alert.js';

/** A source that reads much, asked once in `everyMs` instead of in each round. After a failure the next round asks again. */
export const lookEvery = (everyMs: number, { name, due }: AlertSource): AlertSource => {
  let nextMs = -Infinity;
  return {
    name,
    due: async (nowMs) => {
      if (nowMs < nextMs) return [];
      const alerts = await due(nowMs);
      nextMs = nowMs + everyMs;
      return alerts;
    },
  };
};
