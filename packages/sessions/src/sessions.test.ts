import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_SESSION_BYTES, MAX_SESSIONS, REQUEST_DEADLINE_MS, type CookieChange } from '@quarry/contracts';
import { COOKIE_JAR_KIND, type Store } from '@quarry/store';
import { createSessionSeals } from '@quarry/tokens';
import { openInlineStore } from '../../store/test/sqlite/open-inline-store.js';
import {
  createSessions,
  EMPTY_SESSION_IDLE_MS,
  SESSION_IDLE_MS,
  TOUCH_MS,
  type OpenSession,
  type Sessions,
} from './sessions.js';

const ACCOUNT = 'account-1';
const SECRET = 'the deployment secret of a test';
const EXIT = { id: 'direct', proxyType: 'datacenter' };

let folder: string;
let store: Store;
let nowMs: number;
let sessions: Sessions;

const withSecret = (secret: string | undefined, previous?: string): Sessions =>
  createSessions({ records: store.records, seals: createSessionSeals({ secret, previous }), clock: () => nowMs });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-sessions-'));
  nowMs = 1_700_000_000_000;
  store = openInlineStore({ path: join(folder, 'store.sqlite'), clock: () => nowMs });
  sessions = withSecret(SECRET);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const cookie = (name: string, given: Partial<CookieChange> = {}): CookieChange => ({
  ...{ name, value: `of-${name}`, domain: 'shop.example', path: '/', isHostOnly: true, isSecure: true },
  ...{ isHttpOnly: true, setAtMs: nowMs, ...given },
});
const open = async (name = 'anna', accountId = ACCOUNT, by = sessions): Promise<OpenSession> => {
  const opened = await by.open(accountId, name);
  if (opened.outcome !== 'open') throw new Error(opened.outcome);
  return opened.session;
};
const save = (session: OpenSession, changes: readonly CookieChange[], exit = EXIT) =>
  sessions.save(session, { changes, host: 'shop.example', exit });
const valuesIn = async (name = 'anna', accountId = ACCOUNT): Promise<string[]> =>
  (await open(name, accountId)).cookies.map(({ value }) => value).toSorted();

describe('a session', () => {
  it('is made by its first call, and has the cookies of all calls', async () => {
    const first = await open();
    expect(first.cookies).toEqual([]);
    expect(await save(first, [cookie('a')])).toBe('saved');
    expect(await save(await open(), [cookie('b'), cookie('a', { isDeleted: true })])).toBe('saved');
    expect(await valuesIn()).toEqual(['of-b']);
  });

  it('loses no cookie of calls that run at once', async () => {
    const session = await open();
    const saves = Array.from({ length: 12 }, (_, at) => save(session, [cookie(`k${at}`)]));
    expect(new Set(await Promise.all(saves))).toEqual(new Set(['saved']));
    expect(await valuesIn()).toHaveLength(12);
  });

  it('of another account, or of another name, is another one', async () => {
    await save(await open(), [cookie('a')]);
    expect(await valuesIn('anna', 'account-2')).toEqual([]);
    expect(await valuesIn('bob')).toEqual([]);
    expect(await sessions.remove('account-2', 'anna')).toBe(true);
    expect(await valuesIn()).toEqual(['of-a']);
  });

  it('does not open as another one, though its ciphertext is put there', async () => {
    await save(await open(), [cookie('a')]);
    const record = await store.records.get(COOKIE_JAR_KIND, `${ACCOUNT}:anna`);
    const stolen = { ...(record?.data as object) };
    await store.records.insert({ kind: COOKIE_JAR_KIND, id: 'account-2:anna', owner: 'account-2', data: stolen });
    expect(await sessions.open('account-2', 'anna')).toEqual({ outcome: 'sealed' });
    expect(await sessions.get('account-2', 'anna')).not.toHaveProperty('content');
  });

  it('is in the store as ciphertext alone', async () => {
    await save(await open(), [cookie('a', { value: 'seeded-and-looked-for' })]);
    const found = await store.records.list(COOKIE_JAR_KIND, ACCOUNT, { limit: 10 });
    expect(JSON.stringify(found)).not.toMatch(/seeded|shop\.example/);
    await store.close();
    const bytes = await readFile(join(folder, 'store.sqlite'), 'latin1');
    expect(bytes).toContain('anna');
    expect(bytes).not.toContain('seeded-and-looked-for');
    store = openInlineStore({ path: join(folder, 'store.sqlite') });
  });

  it('outlives the rotation of the secret, and says so when it is lost', async () => {
    await save(await open(), [cookie('a')]);
    expect((await open('anna', ACCOUNT, withSecret('a new secret of a test', SECRET))).cookies).toHaveLength(1);
    const lost = withSecret('a new secret of a test');
    expect(await lost.open(ACCOUNT, 'anna')).toEqual({ outcome: 'sealed' });
    expect(await withSecret(undefined).open(ACCOUNT, 'anna')).toEqual({ outcome: 'no_secret' });
    const [listed] = await lost.list(ACCOUNT);
    expect(listed).toMatchObject({ name: 'anna', createdAtMs: nowMs });
    expect(await lost.remove(ACCOUNT, 'anna')).toBe(true);
  });

  it('that is deleted is not made again by a call that still runs', async () => {
    const session = await open();
    expect(await sessions.remove(ACCOUNT, 'anna')).toBe(true);
    expect(await save(session, [cookie('a')])).toBe('deleted');
    expect(await sessions.list(ACCOUNT)).toEqual([]);
    await open();
    expect(await save(session, [cookie('a')])).toBe('deleted');
    expect(await valuesIn()).toEqual([]);
    expect(await sessions.remove(ACCOUNT, 'none')).toBe(false);
  });

  it('keeps the exit of its first call, and another one only if that is gone', async () => {
    const [one, two] = [await open(), await open()];
    await save(one, [], { ...EXIT, id: 'one' });
    await save(two, [cookie('a')], { ...EXIT, id: 'two' });
    expect((await open()).exit).toMatchObject({ id: 'one' });
    await save(await open(), [], { ...EXIT, id: 'three' });
    expect((await open()).exit).toMatchObject({ id: 'three' });
  });

  it.each(['', '.', '..', 'a/b', 'a:b', ' a', 'a\u0000', 'é', '-a', 'x'.repeat(65), '__proto__'])(
    'has no name such as %j',
    async (name) => {
      expect(await sessions.get(ACCOUNT, name)).toBeNull();
      expect(await sessions.remove(ACCOUNT, name)).toBe(false);
    },
  );
});

describe('the bounds of sessions', () => {
  it(`are ${MAX_SESSIONS} for an account`, async () => {
    for (let at = 0; at < MAX_SESSIONS; at += 1) await open(`s${at}`);
    expect(await sessions.open(ACCOUNT, 'more')).toEqual({ outcome: 'too_many' });
    expect(await sessions.list(ACCOUNT)).toHaveLength(MAX_SESSIONS);
    await open('s1');
    await open('more', 'account-2');
    await sessions.remove(ACCOUNT, 's0');
    await open('more');
  });

  it('let the fullest session be stored', async () => {
    const session = await open();
    const full = Array.from({ length: 20 }, (_, at) =>
      cookie(`k${at}`, { value: '\u0001'.repeat(MAX_SESSION_BYTES / 60) }),
    );
    const gone = Array.from({ length: 60 }, (_, at) => cookie('g'.repeat(100) + at, { isDeleted: true }));
    expect(await save(session, [...full, ...gone])).toBe('dropped');
    expect((await open()).cookies.length).toBeGreaterThan(5);
  });

  it('leave a session to which no call has brought anything its place only while one may still do so', async () => {
    for (let at = 0; at < MAX_SESSIONS; at += 1) await open(`s${at}`);
    const running = await open('s1');
    nowMs += REQUEST_DEADLINE_MS;
    await open('s0');
    expect(await save(running, [cookie('a')])).toBe('saved');
    nowMs += EMPTY_SESSION_IDLE_MS - 1;
    expect((await sessions.list(ACCOUNT)).map(({ name }) => name).toSorted()).toEqual(['s0', 's1']);
    nowMs += 1;
    expect((await sessions.list(ACCOUNT)).map(({ name }) => name)).toEqual(['s1']);
    await open('more');
    expect(await valuesIn('s1')).toEqual(['of-a']);
  });

  it('end a session that no call uses, and none that one does', async () => {
    await save(await open(), [cookie('a')]);
    nowMs += SESSION_IDLE_MS - 1;
    expect(await valuesIn()).toEqual(['of-a']);
    expect((await sessions.get(ACCOUNT, 'anna'))?.lastUsedAtMs).toBe(nowMs);
    nowMs += SESSION_IDLE_MS - 1;
    await open();
    nowMs += SESSION_IDLE_MS;
    expect(await sessions.get(ACCOUNT, 'anna')).toBeNull();
    expect(await valuesIn()).toEqual([]);
  });

  it('write the last use no oftener than told', async () => {
    await open();
    const used = async () => (await sessions.get(ACCOUNT, 'anna'))?.lastUsedAtMs;
    const madeAtMs = nowMs;
    nowMs += TOUCH_MS - 1;
    await open();
    expect(await used()).toBe(madeAtMs);
    nowMs += 1;
    await open();
    expect(await used()).toBe(nowMs);
  });
});

describe('the summary of a session', () => {
  it('has hosts, counts and the exit, and no value', async () => {
    const exit = { id: 'x', proxyType: 'residential', country: 'DE' };
    const changes = [cookie('a'), cookie('b'), cookie('c', { domain: 'id.example' }), cookie('d', { expiresAtMs: 1 })];
    await save(await open(), changes, exit);
    const [shown] = await sessions.list(ACCOUNT);
    expect(shown).toEqual({
      ...{ name: 'anna', createdAtMs: nowMs, lastUsedAtMs: nowMs, expiresAtMs: nowMs + SESSION_IDLE_MS },
      content: { hosts: ['id.example', 'shop.example'], cookiesCount: 3, exit },
    });
    expect(await sessions.get(ACCOUNT, 'anna')).toEqual(shown);
    expect(JSON.stringify(shown)).not.toContain('of-a');
  });
});
