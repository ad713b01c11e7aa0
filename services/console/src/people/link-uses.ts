import type { Request } from 'express';
import { checkInput } from '@quarry/contracts/input';
import type { Link, Member, User } from '@quarry/people';
import { z } from 'zod';
import type { ConsoleParts } from '../console-parts.js';
import { refuse, type Refusal } from '../http/errors.js';
import type { Call } from '../http/routes.js';
import type { Visitor } from '../sessions/visitors.js';
import { newPasswordField } from './person-fields.js';

const newPasswordSchema = z.strictObject({ password: newPasswordField });

export const SPENT = refuse('not_found', {
  message: 'This link has been used, has expired or is not complete. Ask for another one.',
});
const NEEDS_PASSWORD = refuse('validation_failed', {
  errors: [{ field: 'password', rule: 'required', message: 'password is required.' }],
});

/** A link with what it refers to. */
interface OpenLink {
  readonly link: Link;
  /** Null: the invited person has no user yet. */
  readonly user: User | null;
  /** Present for an invitation. */
  readonly invitation?: Member | undefined;
}

type Outcome = { readonly user: User; readonly accountId?: string } | Refusal;

const withNewPassword = async (password: string, run: (password: string) => Promise<Outcome>): Promise<Outcome> => {
  const checked = checkInput(newPasswordSchema, { password });
  return checked.ok ? run(checked.params.password) : refuse('validation_failed', { errors: checked.violations });
};

type UseParts = Pick<ConsoleParts, 'users' | 'members' | 'sessions' | 'links' | 'hasher' | 'checkPassword'>;

/** What links open: a session, another password, or an account. Each link is used once. */
export const createLinkUses = (parts: UseParts) => {
  const { users, members, sessions, links, hasher, checkPassword } = parts;

  const open = async (token: string): Promise<OpenLink | undefined> => {
    const link = await links.find(token);
    if (link === null) return undefined;
    const user = await users.get(link.email);
    if (link.purpose !== 'invite') return user === null ? undefined : { link, user };
    const invitation = link.accountId === undefined ? null : await members.get(link.accountId, link.email);
    // A withdrawn invitation may have been followed by another one.
    return invitation?.inviteLink === link.id ? { link, user, invitation } : undefined;
  };

  /**
   * Whoever holds an invitation has it from an owner of the account, so it does not show who they are: somebody who has a user
   * signs in with their password.
   */
  const needsPassword = ({ link, user }: OpenLink, visitor: Visitor | undefined): boolean => {
    if (link.purpose === 'invite') return user === null || visitor?.user.userId !== user.userId;
    return link.purpose === 'reset';
  };

  const signIn = async ({ link, user }: OpenLink): Promise<Outcome> =>
    user !== null && (await links.use(link)) ? { user } : SPENT;

  const reset = async ({ link }: OpenLink, password: string): Promise<Outcome> => {
    const passwordHash = await hasher.hash(password);
    if (!(await links.use(link))) return SPENT;
    const user = await users.change(link.email, ({ epoch }) => ({ passwordHash, epoch: epoch + 1 }));
    if (user === null) return SPENT;
    await sessions.endAll(link.email);
    return { user };
  };

  const join = async ({ link, invitation }: OpenLink, user: User): Promise<Outcome> => {
    if (invitation === undefined || !(await members.accept(invitation))) return SPENT;
    await links.withdraw(link.id);
    return { user, accountId: invitation.accountId };
  };

  const joinAsNew = async (opened: OpenLink, password: string): Promise<Outcome> => {
    const { email } = opened.link;
    const passwordHash = await hasher.hash(password);
    const user = await users.add({ email, name: email, passwordHash });
    return user === null ? refuse('conflict') : join(opened, user);
  };

  const joinAsKnown = async (opened: OpenLink, user: User, password: string, request: Request): Promise<Outcome> =>
    (await checkPassword(request, user.email, password)) ?? join(opened, user);

  const use = async (
    opened: OpenLink,
    password: string | undefined,
    { request, visitor }: Call & { visitor: Visitor | undefined },
  ) => {
    const { link, user } = opened;
    if (!needsPassword(opened, visitor)) return link.purpose === 'invite' && user ? join(opened, user) : signIn(opened);
    if (password === undefined) return NEEDS_PASSWORD;
    return user !== null && link.purpose === 'invite'
      ? joinAsKnown(opened, user, password, request)
      : withNewPassword(password, (checked) => (user === null ? joinAsNew(opened, checked) : reset(opened, checked)));
  };

  return { open, needsPassword, use };
};
