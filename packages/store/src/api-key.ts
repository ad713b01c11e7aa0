import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_MARK = 'qk_';
const KEY_RANDOM_BYTES = 32;
const PREFIX_LENGTH = 8;
/** At most one part in this many of a key is kept readable, so that its prefix does not reveal a short fixed key. */
const PREFIX_SHARE = 4;

/** The last use of a key is written at most once in this time. */
export const KEY_USE_STEP_MS = 60_000;

/** Longest key; anything longer is unknown without being hashed. */
export const MAX_KEY_LENGTH = 256;

/** A new random key: `qk_` and 43 base64url characters, 256 bits. */
export const generateKey = (): string => KEY_MARK + randomBytes(KEY_RANDOM_BYTES).toString('base64url');

/**
 * The form a key is stored and looked up in: sha256, hex. A random key of 256 bits needs no salt, and the time of
 * comparing digests reveals nothing about the key.
 */
export const hashKey = (plainKey: string): string => createHash('sha256').update(plainKey).digest('hex');

/** Whether two stored forms are the same, in a time that does not depend on where they differ. */
export const isSameHash = (left: string, right: string): boolean => {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
};

/**
 * Whether a text can be a key. Half a surrogate pair has no bytes of its own: it would hash like the replacement
 * character in its place.
 */
export const canBeKey = (plainKey: string): boolean =>
  plainKey.length >= 1 && plainKey.length <= MAX_KEY_LENGTH && plainKey.isWellFormed();

/** The readable beginning that tells keys apart. */
export const keyPrefix = (plainKey: string): string =>
  plainKey.slice(0, Math.min(PREFIX_LENGTH, Math.floor(plainKey.length / PREFIX_SHARE)));
