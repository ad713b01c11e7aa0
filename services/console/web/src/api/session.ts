import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** What a person may do in an account. Owner: everything; member: calls and keys; viewer: reads. */
export type Role = 'owner' | 'member' | 'viewer';

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Present only if the operator has disabled it: its calls are refused. */
  readonly isDisabled?: true;
}

interface Deployment {
  readonly signUp: 'open' | 'closed';
  /** Public addresses of the API and of stored files, without a trailing slash. */
  readonly apiUrl: string;
  readonly filesUrl: string;
  readonly version: string;
}

interface Person {
  readonly email: string;
  readonly name?: string;
  readonly isOperator: boolean;
}

/** A person who works in an account. */
export interface SignedIn extends Deployment {
  readonly user: Person;
  readonly account: AccountView;
  readonly accounts: readonly AccountView[];
}

/** A person whom every account has removed. */
export interface WithoutAccount extends Deployment {
  readonly user: Person;
  readonly account?: undefined;
  readonly accounts: readonly AccountView[];
}

export interface SignedOut extends Deployment {
  readonly user: null;
}

export type Session = SignedIn | WithoutAccount | SignedOut;

export interface LinkView {
  readonly purpose: 'sign-in' | 'reset' | 'invite';
  readonly email: string;
  readonly accountName?: string;
  readonly role?: Role;
  readonly needsPassword: boolean;
  /** An invited person who has no password yet chooses one. */
  readonly isNewUser?: boolean;
}

export const isSignedIn = (session: Session): session is SignedIn =>
  session.user !== null && session.account !== undefined;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => callJson<Session>('/api/session', { signal }),
  staleTime: 60_000,
});

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: ({ signal }) => callJson<LinkView>(`/api/links/${encodeURIComponent(token)}`, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const signIn = (body: { email: string; password: string }): Promise<Session> =>
  callJson('/api/sign-in', { method: 'POST', body });

export const signUp = (body: { email: string; password: string; name?: string }): Promise<Session> =>
  callJson('/api/sign-up', { method: 'POST', body });

export const signOut = (): Promise<void> => callJson('/api/sign-out', { method: 'POST' });

export const spendLink = (body: { token: string; password?: string }): Promise<Session> =>
  callJson('/api/links/use', { method: 'POST', body });

export const chooseAccount = (accountId: string): Promise<Session> =>
  callJson('/api/session/account', { method: 'PUT', body: { accountId } });

export const changePassword = (body: { current: string; next: string }): Promise<void> =>
  callJson('/api/session/password', { method: 'PUT', body });
