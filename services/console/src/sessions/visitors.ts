import type { Request, Response } from 'express';
import type { User, Users } from '@quarry/people';
import type { OwnAccount, OwnAccounts } from '../people/accounts.js';
import type { SessionCookie } from './session-cookie.js';
import type { Session, Sessions } from './sessions.js';

/** Somebody who is signed in. */
export interface Visitor {
  readonly session: Session;
  readonly user: User;
  /** The account that they work in; undefined for somebody without any. */
  readonly account?: OwnAccount | undefined;
}

export interface Visitors {
  /** Who makes a call; undefined for somebody who is not signed in. */
  identify(request: Request, response: Response): Promise<Visitor | undefined>;
  /** Signs somebody in: ends the session of the call and begins another one, so that nobody can prepare it. */
  signIn(request: Request, response: Response, user: User, accountId?: string): Promise<Visitor>;
  signOut(request: Request, response: Response): Promise<void>;
}

export interface VisitorsOptions {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly ownAccounts: OwnAccounts;
  readonly cookie: SessionCookie;
}

export const createVisitors = ({ users, sessions, ownAccounts, cookie }: VisitorsOptions): Visitors => {
  const findSession = async (request: Request): Promise<Session | null> => {
    const token = cookie.read(request);
    return token === undefined ? null : sessions.find(token);
  };

  /** The account of a session, or another one of the person who is not in that one any more. */
  const accountOf = async ({ email, accountId }: Session): Promise<OwnAccount | undefined> => {
    const chosen = accountId === undefined ? undefined : await ownAccounts.find(email, accountId);
    return chosen ?? (await ownAccounts.list(email))[0];
  };

  return {
    identify: async (request, response) => {
      const session = await findSession(request);
      if (session === null) return undefined;
      const user = await users.get(session.email);
      if (user === null || !sessions.isOf(session, user)) return undefined;
      const [completed, touched] = await Promise.all([ownAccounts.complete(user), sessions.touch(session)]);
      if (touched !== undefined) cookie.set(response, cookie.read(request) ?? '');
      return { session: touched ?? session, user: completed, account: await accountOf(session) };
    },
    signIn: async (request, response, user, accountId) => {
      const before = await findSession(request);
      if (before !== null) await sessions.end(before.id);
      const completed = await ownAccounts.complete(user);
      const chosen = accountId === undefined ? undefined : await ownAccounts.find(user.email, accountId);
      const account = chosen ?? (await ownAccounts.list(user.email))[0];
      const { token, session } = await sessions.begin(completed, account?.id);
      cookie.set(response, token);
      return { session, user: completed, account };
    },
    signOut: async (request, response) => {
      const session = await findSession(request);
      if (session !== null) await sessions.end(session.id);
      cookie.clear(response);
    },
  };
};
