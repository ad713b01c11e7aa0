import { describe, expect, it } from '@jest/globals';
import { HASHES_AT_ONCE, HASHES_WAITING } from '../bounds.js';
import { createPasswordHasher, HasherBusyError, type HashFunctions } from './password-hasher.js';

describe('a password', () => {
  const hasher = createPasswordHasher();

  it('is hashed by argon2id with the parameters that OWASP advises, each time with another salt', async () => {
    const [one, other] = [await hasher.hash('correct horse'), await hasher.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await hasher.verify(one, 'correct horse')).toBe(true);
    expect(await hasher.verify(one, 'correct house')).toBe(false);
  });

  it('is the same in every Unicode form', async () => {
    expect(await hasher.verify(await hasher.hash('cafe\u0301 au lait'), 'caf\u00e9 au lait')).toBe(true);
  });

  it('of nobody is compared to a hash that is one', async () => {
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });
});

describe('many passwords', () => {
  it('are hashed a few at once; those that would wait for too long are refused', async () => {
    let running = 0;
    let most = 0;
    const releases: (() => void)[] = [];
    const work = async <T>(result: T): Promise<T> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => releases.push(resolve));
      running -= 1;
      return result;
    };
    const functions: HashFunctions = { hash: () => work('hash'), verify: () => work(true) };
    const hasher = createPasswordHasher(functions);
    const begun = [hasher.hash('a'), hasher.hash('b')];
    while (running < HASHES_AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
    begun.push(...Array.from({ length: HASHES_WAITING }, () => hasher.hash('c')));
    await expect(hasher.verify('hash', 'd')).rejects.toBeInstanceOf(HasherBusyError);
    await expect(hasher.verify(undefined, 'd')).rejects.toBeInstanceOf(HasherBusyError);
    const released = setInterval(() => releases.splice(0).forEach((release) => release()), 1);
    expect(await Promise.all(begun)).toHaveLength(HASHES_AT_ONCE + HASHES_WAITING);
    clearInterval(released);
    expect(most).toBe(HASHES_AT_ONCE);
  });
});
