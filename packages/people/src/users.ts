import { randomUUID } from 'node:crypto';
import type { Clock, StoredRecord } from '@quarry/store';
import { z } from 'zod';
import type { Records } from './records.js';

/** A record of kind `user`, whose id is the e-mail address. The command line makes them too. */
const userData = z.object({
  userId: z.string(),
  name: z.string(),
  /** Absent: signs in by links alone. */
  passwordHash: z.string().optional(),
  isOperator: z.boolean().default(false),
  createdAtMs: z.number(),
  /** Sessions of an earlier one have ended. */
  epoch: z.number().default(0),
  /** The account of a sign-up that has not been completed. */
  pendingAccount: z.object({ id: z.string(), name: z.string() }).optional(),
});

type UserData = z.output<typeof userData>;

export interface User extends UserData {
  readonly email: string;
  readonly version: number;
}

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Absent: signs in by links alone. */
  readonly passwordHash?: string;
  readonly isOperator?: boolean;
  readonly pendingAccount?: { readonly id: string; readonly name: string };
}

const KIND = 'user';

const readUser = ({ id, version, data }: StoredRecord): User => ({ ...userData.parse(data), email: id, version });

/** Data of a user as it is stored: what is undefined is left out. */
const dataOf = ({ email: _email, version: _version, ...data }: User): UserData => data;

export interface Users {
  get(email: string): Promise<User | null>;
  /** Null when the e-mail address is taken. */
  add(user: NewUser): Promise<User | null>;
  /** Applies a change to the newest state of a user until nobody else is faster. Null when the user is gone. */
  change(email: string, change: (user: User) => Partial<UserData>): Promise<User | null>;
}

export const createUsers = (records: Records, clock: Clock): Users => {
  const get = async (email: string): Promise<User | null> => {
    const record = await records.get(KIND, email);
    return record && readUser(record);
  };
  return {
    get,
    add: async ({ email, ...rest }) => {
      const data = { isOperator: false, ...rest, userId: randomUUID(), createdAtMs: clock(), epoch: 0 };
      return (await records.insert({ kind: KIND, id: email, owner: email, data })) ? get(email) : null;
    },
    change: async (email, change) => {
      for (;;) {
        const user = await get(email);
        if (user === null) return null;
        const data = { ...dataOf(user), ...change(user) };
        const replaced = await records.replace(KIND, email, user.version, { data });
        if (replaced !== null) return readUser(replaced);
      }
    },
  };
};
