import { randomUUID } from 'node:crypto';

/** 64 random bits as 16 hex digits, from the random parts of a UUID: Node keeps a store of those. */
export const freshSpanId = (): string => {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(28);
};
