import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { openStore, storePath, type Account, type Store } from '@quarry/store';
import { fail, type Outcome } from '../outcome.js';

/** The store of a command. */
export interface StoreChoice {
  readonly dataDir: string;
  /** Absent: the embedded store in the data folder. */
  readonly mongodbUri?: string | undefined;
}

/** Opens the store for one command and closes it again. `isCreated`: creates an embedded store if there is none. */
export const withStore = async (
  { dataDir, mongodbUri, isCreated }: StoreChoice & { isCreated: boolean },
  run: (store: Store) => Promise<Outcome>,
): Promise<Outcome> => {
  if (mongodbUri === undefined) {
    if (!isCreated && !existsSync(storePath(dataDir))) {
      return fail(`No store in ${dataDir} yet. Set QUARRY_DATA, start the fleet or create an account.`);
    }
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  }
  const store = await openStore({ dataDir, mongodbUri });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
};

/** An account by id, or by name if the name is unique. */
export const findAccount = async (store: Store, reference: string): Promise<Account | null> => {
  const byId = await store.accounts.get(reference);
  if (byId) return byId;
  const [named, ...others] = (await store.accounts.list()).filter(({ name }) => name === reference);
  return named && others.length === 0 ? named : null;
};

export const unknownAccount = ({ command }: { readonly command: string }, reference: string): Outcome =>
  fail(`No unique account "${reference}". Use an id from this list: ${command} account list`);
