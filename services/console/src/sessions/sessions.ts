import { makeToken, tokenId, type User } from '@quarry/people';
import type { Clock, StoredRecord } from '@quarry/store';
import { z } from 'zod';
import { SESSION_LIFE_MS, SESSION_TOUCH_MS } from '../bounds.js';
import type { ConsolePorts } from '../ports.js';

/** A record of kind `session`; its id is the hash of the cookie's token, its owner the e-mail address. */
const sessionData = z.object({
  userId: z.string(),
  epoch: z.number(),
  /** The account that the person works in; absent without one. */
  accountId: z.string().optional(),
  createdAtMs: z.number(),
  seenAtMs: z.number(),
});

export interface Session extends z.output<typeof sessionData> {
  readonly id: string;
  readonly version: number;
  readonly email: string;
}

export interface Sessions {
  /** Begins a session; returns its token. */
  begin(user: User, accountId: string | undefined): Promise<{ readonly token: string; readonly session: Session }>;
  /** The session of a token; null for an unknown or ended one. */
  find(token: string): Promise<Session | null>;
  /** False: the session belongs to an earlier password, or to somebody who had the e-mail address before. */
  isOf(session: Session, user: User): boolean;
  /** Extends a session that was last extended some time ago; undefined if there was no need, or another call did it. */
  touch(session: Session): Promise<Session | undefined>;
  /** Undefined when another call changed it meanwhile. */
  setAccount(session: Session, accountId: string): Promise<Session | undefined>;
  end(sessionId: string): Promise<void>;
  endAll(email: string): Promise<void>;
}

const KIND = 'session';

const readSession = ({ id, version, owner, data }: StoredRecord): Session => ({
  ...sessionData.parse(data),
  id,
  version,
  email: owner,
});

export const createSessions = (records: ConsolePorts['records'], clock: Clock): Sessions => {
  const find = async (token: string): Promise<Session | null> => {
    const id = tokenId(token);
    const record = id === undefined ? null : await records.get(KIND, id);
    return record && readSession(record);
  };
  const write = async (session: Session, changed: Partial<Session>): Promise<Session | undefined> => {
    const { id, version, email: _email, ...data } = session;
    const content = { data: { ...data, ...changed }, expiresAtMs: clock() + SESSION_LIFE_MS };
    const record = await records.replace(KIND, id, version, content);
    return record === null ? undefined : readSession(record);
  };
  return {
    find,
    begin: async ({ email, userId, epoch }, accountId) => {
      const token = makeToken();
      const nowMs = clock();
      const data = { userId, epoch, accountId, createdAtMs: nowMs, seenAtMs: nowMs };
      const id = tokenId(token) ?? '';
      await records.insert({ kind: KIND, id, owner: email, data, expiresAtMs: nowMs + SESSION_LIFE_MS });
      const session = await find(token);
      if (session === null) throw new Error('a session ended as it began');
      return { token, session };
    },
    isOf: (session, user) => session.userId === user.userId && session.epoch === user.epoch,
    touch: async (session) => {
      const seenAtMs = clock();
      return seenAtMs - session.seenAtMs < SESSION_TOUCH_MS ? undefined : write(session, { seenAtMs });
    },
    setAccount: (session, accountId) => write(session, { accountId }),
    end: async (sessionId) => {
      await records.remove(KIND, sessionId);
    },
    endAll: async (email) => {
      await records.removeAll(KIND, email);
    },
  };
};
