import { createMembers, createUsers } from '@quarry/people';
import type { Store } from '@quarry/store';
import { makeLink } from '../operator/user.js';
import { DEMO_ACCOUNT } from './demo-account.js';

export const DEMO_EMAIL = 'demo@localhost';

/** Ensures the demo user exists, an operator and owner of the demo account; returns a link that signs in once. */
export const seedDemoUser = async (store: Store, consoleUrl: string): Promise<string> => {
  const { records } = store;
  await createUsers(records, Date.now).add({ email: DEMO_EMAIL, name: 'Demo', isOperator: true });
  await createMembers(records).add(DEMO_ACCOUNT.id, DEMO_EMAIL, 'owner');
  return makeLink(store, { consoleUrl, email: DEMO_EMAIL, purpose: 'sign-in' });
};
