import { randomUUID } from 'node:crypto';

/** 64 random bits as 16 hex digits, from the random parts of a UUID, which Node generates in advance. */
export const freshSpanId = (): string => {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(28);
};
