import type { Role } from '../../api/session.js';

/** The roles, from the most to the least, with what they mean. */
export const ROLE_WORDS: readonly { readonly role: Role; readonly words: string }[] = [
  { role: 'owner', words: 'Everything, including people and their roles.' },
  { role: 'member', words: 'Runs requests and batches, manages API keys.' },
  { role: 'viewer', words: 'Looks at requests, batches and usage. Spends nothing.' },
];
