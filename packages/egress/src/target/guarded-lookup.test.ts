import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { createGuardedLookup, MAX_ADDRESSES, type Resolver } from './guarded-lookup.js';
import { createTargetRule } from './target-rule.js';

const rule = createTargetRule({ allow: ['127.0.0.1:8080'] });
const answering =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const ask = (resolver: Resolver, port: number, options: { all?: boolean; family?: number } = { all: true }) =>
  new Promise<string | LookupAddress[]>((resolve, reject) => {
    const lookup = createGuardedLookup({ rule, resolver }).forPort(port);
    lookup('name.example', options, (error, address) => (error ? reject(error) : resolve(address)));
  });

describe('guarded lookup', () => {
  it('hands out only what may be dialled', async () => {
    const mixed = answering('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111', '127.0.0.1');
    expect(await ask(mixed, 443)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await ask(mixed, 443, {})).toBe('8.8.8.8');
    expect(await ask(mixed, 443, { family: 6 })).toBe('2606:4700::1111');
  });

  it('judges by port', async () => {
    expect(await ask(answering('127.0.0.1'), 8080, {})).toBe('127.0.0.1');
    await expect(ask(answering('127.0.0.1'), 8081)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('refuses a name without any address, and one without the family asked for', async () => {
    await expect(ask(answering(), 443)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(ask(answering('8.8.8.8'), 443, { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('says of an address that it may not be fetched', async () => {
    const lookup = createGuardedLookup({ rule, resolver: answering('10.0.0.1') });
    await expect(lookup.resolve('10.0.0.1', 443)).rejects.toMatchObject({ code: 'ERR_TARGET_FORBIDDEN' });
  });

  it('lets no name fail sooner than another, whether it leads inward or does not exist', async () => {
    const failedNameMs = 60;
    const unknown: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    for (const resolver of [answering('10.0.0.1'), unknown]) {
      const lookup = createGuardedLookup({ rule, resolver, failedNameMs });
      const startedAt = performance.now();
      await expect(lookup.resolve('name.example', 443)).rejects.toMatchObject({ code: 'ENOTFOUND' });
      // A timer counts from the turn of the loop that it was set in, which began before.
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(failedNameMs / 2);
    }
  });

  it('asks anew for every connection', async () => {
    let asked = 0;
    const resolver: Resolver = async () => [{ address: asked++ === 0 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    const lookup = createGuardedLookup({ rule, resolver });
    expect(await lookup.resolve('name.example', 443)).toHaveLength(1);
    await expect(lookup.resolve('name.example', 443)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('tries a bounded number of addresses', async () => {
    const many = answering(...Array.from({ length: MAX_ADDRESSES + 4 }, (_value, at) => `8.8.8.${at}`));
    expect(await ask(many, 443)).toHaveLength(MAX_ADDRESSES);
  });

  it('waits for a bounded time', async () => {
    const lookup = createGuardedLookup({ rule, resolver: () => new Promise(() => undefined), timeoutMs: 5 });
    const stay = setTimeout(() => undefined, 1_000);
    await expect(lookup.resolve('slow.example', 443)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    clearTimeout(stay);
  });

  it('keeps one function per port, so that connections are reused', () => {
    const lookup = createGuardedLookup({ rule });
    expect(lookup.forPort(443)).toBe(lookup.forPort(443));
    expect(lookup.forPort(443)).not.toBe(lookup.forPort(80));
    const first = lookup.forPort(1);
    for (let port = 2; port < 600; port += 1) lookup.forPort(port);
    expect(lookup.forPort(1)).not.toBe(first);
  });

  it('resolves by the system where nothing else is given', async () => {
    const name = 'localhost';
    const local = createGuardedLookup({ rule: createTargetRule({ allow: [name] }) });
    // A bare system may know no name at all, this one included; then ours must not know it either.
    const known = await systemLookup(name, { all: true }).catch(() => []);
    const resolved = await local.resolve(name, 80).catch(() => []);
    expect(resolved.map(({ address }) => address).sort()).toEqual(known.map(({ address }) => address).sort());
  });
});
