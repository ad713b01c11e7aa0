import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  MAX_SESSIONS,
  REQUEST_DEADLINE_MS,
  SESSION_IDLE_DAYS,
  SESSION_NAME,
  type CookieChange,
  type KeptCookie,
} from '@quarry/contracts';
import { COOKIE_JAR_KIND, type Clock, type RecordContent, type RecordStore, type StoredRecord } from '@quarry/store';
import type { SessionSeals } from '@quarry/tokens';
import { EMPTY_JAR, liveCookies, mergeJar, type Jar, type SessionExit } from './jar.js';

export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * 86_400_000;
/** As long as a session has nothing, because its calls still run or have failed: longer than a call that may still fill it. */
export const EMPTY_SESSION_IDLE_MS = 2 * REQUEST_DEADLINE_MS;
/** The last use is written at most so often. */
export const TOUCH_MS = 60_000;
/** Other calls of a session may be faster so many times, and the longest pause between two tries. */
export const SAVE_TRIES = 40;
export const SAVE_PAUSE_MAX_MS = 100;

/** As the store has it: of its content only the ciphertext. */
interface JarRecord {
  /** Another one after the session was deleted and made again. */
  readonly jarId: string;
  readonly name: string;
  readonly sealed: string;
  readonly lastUsedAtMs: number;
}

/** A session for one call. */
export interface OpenSession {
  readonly accountId: string;
  readonly name: string;
  readonly jarId: string;
  readonly cookies: readonly KeptCookie[];
  readonly exit?: SessionExit | undefined;
}

export type OpenedSession =
  | { readonly outcome: 'open'; readonly session: OpenSession }
  /** `no_secret`: nothing to encrypt cookies with. `sealed`: the secret that they were encrypted with is gone. */
  | { readonly outcome: 'too_many' | 'no_secret' | 'sealed' };

/** What a call did: to the cookies, at which host, and by which exit. */
export interface SessionUse {
  readonly changes: readonly CookieChange[];
  readonly host: string;
  readonly exit: SessionExit;
}

/** `dropped`: saved, but not all cookies had room. `deleted`: the session is gone and stays so. */
export type SaveOutcome = 'saved' | 'dropped' | 'deleted' | 'busy' | 'sealed';

/** A session without the values of its cookies. */
export interface SessionSummary {
  readonly name: string;
  /** Absent: it cannot be decrypted. */
  readonly content?: {
    readonly hosts: readonly string[];
    readonly cookiesCount: number;
    readonly exit?: SessionExit | undefined;
  };
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
}

export interface Sessions {
  /** Opens the session, or makes it. */
  open(accountId: string, name: string): Promise<OpenedSession>;
  /** Adds to the session what a call did. Other calls' changes stay. */
  save(session: OpenSession, use: SessionUse): Promise<SaveOutcome>;
  /** Newest first. */
  list(accountId: string): Promise<readonly SessionSummary[]>;
  get(accountId: string, name: string): Promise<SessionSummary | null>;
  remove(accountId: string, name: string): Promise<boolean>;
}

export interface SessionsOptions {
  readonly records: RecordStore;
  /** Undefined: the deployment has no secret. */
  readonly seals: SessionSeals | undefined;
  readonly clock: Clock;
}

// No account's id has a colon.
const idOf = (accountId: string, name: string): string => `${accountId}:${name}`;
// safe because only this code writes records of this kind
const dataOf = ({ data }: StoredRecord): JarRecord => data as JarRecord;

class StoredSessions implements Sessions {
  constructor(private readonly options: SessionsOptions) {}

  async open(accountId: string, name: string): Promise<OpenedSession> {
    const { seals } = this.options;
    if (!seals) return { outcome: 'no_secret' };
    const record = (await this.find(accountId, name)) ?? (await this.create(seals, accountId, name));
    if (record === undefined) return { outcome: 'too_many' };
    const jar = this.unseal(record);
    if (jar === undefined) return { outcome: 'sealed' };
    await this.touch(record, jar);
    const cookies = liveCookies(jar, this.options.clock());
    return { outcome: 'open', session: { accountId, name, jarId: dataOf(record).jarId, cookies, exit: jar.exit } };
  }

  async save({ accountId, name, jarId, exit: before }: OpenSession, use: SessionUse): Promise<SaveOutcome> {
    const { seals, records, clock } = this.options;
    for (let tries = 0; tries < SAVE_TRIES; tries += 1) {
      const record = await this.find(accountId, name);
      if (!record || dataOf(record).jarId !== jarId) return 'deleted';
      const jar = this.unseal(record);
      if (!seals || !jar) return 'sealed';
      // Of two first calls at once, the session keeps the exit of the one that ends first.
      const exit = jar.exit?.id === before?.id ? use.exit : jar.exit;
      if (use.changes.length === 0 && exit?.id === jar.exit?.id) return 'saved';
      const { jar: merged, droppedCount } = mergeJar({ ...jar, exit }, use.changes, { ...use, nowMs: clock() });
      const sealed = seals.seal({ accountId, name }, JSON.stringify(merged));
      const content = this.contentOf({ ...dataOf(record), sealed }, merged);
      const saved = await records.replace(COOKIE_JAR_KIND, record.id, record.version, content);
      if (saved !== null) return droppedCount > 0 ? 'dropped' : 'saved';
      await setTimeout(randomInt(1, SAVE_PAUSE_MAX_MS));
    }
    return 'busy';
  }

  async list(accountId: string): Promise<readonly SessionSummary[]> {
    const found = await this.options.records.list(COOKIE_JAR_KIND, accountId, { limit: MAX_SESSIONS });
    return found.map((record) => this.summarize(record));
  }

  async get(accountId: string, name: string): Promise<SessionSummary | null> {
    const record = await this.find(accountId, name);
    return record && this.summarize(record);
  }

  async remove(accountId: string, name: string): Promise<boolean> {
    return SESSION_NAME.test(name) && this.options.records.remove(COOKIE_JAR_KIND, idOf(accountId, name));
  }

  private async find(accountId: string, name: string): Promise<StoredRecord | null> {
    return SESSION_NAME.test(name) ? this.options.records.get(COOKIE_JAR_KIND, idOf(accountId, name)) : null;
  }

  /** Undefined: the account has too many. */
  private async create(seals: SessionSeals, accountId: string, name: string): Promise<StoredRecord | undefined> {
    const { records } = this.options;
    const id = idOf(accountId, name);
    const sealed = seals.seal({ accountId, name }, JSON.stringify(EMPTY_JAR));
    const content = this.contentOf({ jarId: randomUUID(), name, sealed }, EMPTY_JAR);
    const isNew = await records.insert({ kind: COOKIE_JAR_KIND, id, owner: accountId, ...content });
    if (isNew) {
      const { length } = await records.list(COOKIE_JAR_KIND, accountId, { limit: MAX_SESSIONS + 1 });
      if (length > MAX_SESSIONS) await records.remove(COOKIE_JAR_KIND, id);
    }
    // Of a call that was faster, if it was not new.
    return (await records.get(COOKIE_JAR_KIND, id)) ?? undefined;
  }

  private async touch(record: StoredRecord, jar: Jar): Promise<void> {
    const data = dataOf(record);
    if (this.options.clock() - data.lastUsedAtMs < TOUCH_MS) return;
    // A call that was faster has written the same.
    await this.options.records.replace(COOKIE_JAR_KIND, record.id, record.version, this.contentOf(data, jar));
  }

  /** Of a record that is used now. What the store sees of an empty session is when it expires. */
  private contentOf(data: Omit<JarRecord, 'lastUsedAtMs'>, { exit }: Jar): RecordContent {
    const lastUsedAtMs = this.options.clock();
    // The first response that is kept brings the exit.
    const idleMs = exit === undefined ? EMPTY_SESSION_IDLE_MS : SESSION_IDLE_MS;
    return { data: { ...data, lastUsedAtMs } satisfies JarRecord, expiresAtMs: lastUsedAtMs + idleMs };
  }

  private unseal(record: StoredRecord): Jar | undefined {
    const { name, sealed } = dataOf(record);
    const text = this.options.seals?.open({ accountId: record.owner, name }, sealed);
    // safe because only `seal` makes text that opens
    return text === undefined ? undefined : (JSON.parse(text) as Jar);
  }

  private summarize(record: StoredRecord): SessionSummary {
    const { name, lastUsedAtMs } = dataOf(record);
    const jar = this.unseal(record);
    const cookies = jar ? liveCookies(jar, this.options.clock()) : [];
    const hosts = [...new Set(cookies.map(({ domain }) => domain))].toSorted();
    return {
      ...{ name, lastUsedAtMs, createdAtMs: record.createdAtMs },
      expiresAtMs: record.expiresAtMs ?? lastUsedAtMs + SESSION_IDLE_MS,
      ...(jar ? { content: { hosts, cookiesCount: cookies.length, exit: jar.exit } } : {}),
    };
  }
}

/** Sessions as records of the store, encrypted. */
export const createSessions = (options: SessionsOptions): Sessions => new StoredSessions(options);
