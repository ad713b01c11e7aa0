import type { Clock } from '@quarry/store';
import { z } from 'zod';
import { makeToken, tokenId } from './one-time-token.js';
import type { Records } from './records.js';

/** What a link does when it is opened. */
const LINK_PURPOSES = ['sign-in', 'reset', 'invite'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * A record of kind `link`: it opens once, for the person whose e-mail address is its owner. Its id is the hash of the token in
 * the address. The operator's command line makes those to sign in and to reset a password, owners of accounts the invitations.
 */
const linkData = z.object({
  purpose: z.enum(LINK_PURPOSES),
  accountId: z.string().optional(),
});

export interface Link extends z.output<typeof linkData> {
  readonly id: string;
  readonly email: string;
}

export interface Links {
  /** Null for an unknown, used or expired one. */
  find(token: string): Promise<Link | null>;
  /** True for one caller: the link is used up. */
  use(link: Link): Promise<boolean>;
  withdraw(linkId: string): Promise<void>;
  /** A new link that is not stored before `store` is called. */
  draft(link: { email: string; purpose: LinkPurpose; accountId?: string; lifeMs: number }): {
    readonly id: string;
    readonly token: string;
    readonly expiresAtMs: number;
    store(): Promise<void>;
  };
}

const KIND = 'link';

export const createLinks = (records: Records, clock: Clock): Links => ({
  find: async (token) => {
    const id = tokenId(token);
    const record = id === undefined ? null : await records.get(KIND, id);
    return record && { ...linkData.parse(record.data), id: record.id, email: record.owner };
  },
  use: ({ id }) => records.remove(KIND, id),
  withdraw: async (linkId) => {
    await records.remove(KIND, linkId);
  },
  draft: ({ email, purpose, accountId, lifeMs }) => {
    const token = makeToken();
    const id = tokenId(token) ?? '';
    const expiresAtMs = clock() + lifeMs;
    const store = async (): Promise<void> => {
      await records.insert({ kind: KIND, id, owner: email, data: { purpose, accountId }, expiresAtMs });
    };
    return { id, token, expiresAtMs, store };
  },
});
