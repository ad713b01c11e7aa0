import type { StoredRecord } from '@quarry/store';
import { z } from 'zod';
import type { Records } from './records.js';
import { ROLES, type Role } from './roles.js';

/** People of one account, and accounts of one person. */
export const MAX_MEMBERS = 200;
const MAX_MEMBERSHIPS = 100;

/**
 * A record of kind `member`, which alone decides who has which role. Records of kind `membership` only find the accounts of a
 * person: one without its member is nothing.
 */
const memberData = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  /** Id of the link of an invitation that has not been accepted. */
  inviteLink: z.string().optional(),
});

export interface Member extends z.output<typeof memberData> {
  readonly accountId: string;
  readonly version: number;
  readonly createdAtMs: number;
}

const MEMBER = 'member';
const MEMBERSHIP = 'membership';

const memberId = (accountId: string, email: string): string => `${accountId}:${email}`;
const membershipId = (email: string, accountId: string): string => `${email}:${accountId}`;

const readMember = ({ owner, version, createdAtMs, data }: StoredRecord): Member => ({
  ...memberData.parse(data),
  accountId: owner,
  version,
  createdAtMs,
});

/** A member who has accepted, as opposed to an invitation. */
export const isActive = ({ inviteLink }: Member): boolean => inviteLink === undefined;

export interface Members {
  get(accountId: string, email: string): Promise<Member | null>;
  /** The person's role in an account; undefined for strangers and invitations. */
  roleOf(accountId: string, email: string): Promise<Role | undefined>;
  /** Members and invitations of an account, oldest first. */
  list(accountId: string): Promise<Member[]>;
  /** Ids of the accounts that a person may be in, oldest first. */
  accountsOf(email: string): Promise<string[]>;
  /** Makes a person a member; does nothing for one who is. */
  add(accountId: string, email: string, role: Role): Promise<void>;
  /** False when the person is a member or invited already. */
  invite(invitation: {
    accountId: string;
    email: string;
    role: Role;
    inviteLink: string;
    expiresAtMs: number;
  }): Promise<boolean>;
  /** Turns an invitation into a member. False when it was accepted or withdrawn meanwhile. */
  accept(invitation: Member): Promise<boolean>;
  /** False when it was changed or removed meanwhile. */
  setRole(member: Member, role: Role): Promise<boolean>;
  remove(member: Member): Promise<void>;
}

export const createMembers = (records: Records): Members => {
  const get = async (accountId: string, email: string): Promise<Member | null> => {
    const record = await records.get(MEMBER, memberId(accountId, email));
    return record && readMember(record);
  };
  const point = (email: string, accountId: string): Promise<boolean> =>
    records.insert({ kind: MEMBERSHIP, id: membershipId(email, accountId), owner: email, data: {} });
  const replace = async ({ accountId, email, version }: Member, role: Role): Promise<boolean> =>
    (await records.replace(MEMBER, memberId(accountId, email), version, { data: { email, role } })) !== null;
  return {
    get,
    roleOf: async (accountId, email) => {
      const member = await get(accountId, email);
      return member !== null && isActive(member) ? member.role : undefined;
    },
    list: async (accountId) => {
      const found = await records.list(MEMBER, accountId, { limit: MAX_MEMBERS });
      return found.map(readMember).reverse();
    },
    accountsOf: async (email) => {
      const found = await records.list(MEMBERSHIP, email, { limit: MAX_MEMBERSHIPS });
      return found.map(({ id }) => id.slice(email.length + 1)).reverse();
    },
    add: async (accountId, email, role) => {
      await point(email, accountId);
      await records.insert({ kind: MEMBER, id: memberId(accountId, email), owner: accountId, data: { email, role } });
    },
    invite: ({ accountId, email, role, inviteLink, expiresAtMs }) =>
      records.insert({
        ...{ kind: MEMBER, id: memberId(accountId, email), owner: accountId, expiresAtMs },
        data: { email, role, inviteLink },
      }),
    accept: async (invitation) => {
      await point(invitation.email, invitation.accountId);
      return replace(invitation, invitation.role);
    },
    setRole: replace,
    remove: async ({ accountId, email }) => {
      await records.remove(MEMBER, memberId(accountId, email));
      await records.remove(MEMBERSHIP, membershipId(email, accountId));
    },
  };
};
