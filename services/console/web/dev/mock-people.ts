import { refusal, type MockCall, type MockReply, type MockRoute, type MockState } from './mock-route.js';

const LONG = 'a-very-long-name-that-nobody-thought-of-when-the-page-was-drawn-and-that-has-no-space';

const deployment = (state: MockState) => ({
  signUp: state === 'closed' ? 'closed' : 'open',
  apiUrl: 'http://127.0.0.1:3000',
  filesUrl: 'http://127.0.0.1:3000/files',
  version: '0.1.0',
});

const sessionOf = (state: MockState): object => {
  if (state === 'signed-out' || state === 'closed') return { user: null, ...deployment(state) };
  const isLong = state === 'long';
  const account = {
    id: 'harbour',
    name: isLong ? `Harbour ${LONG}` : 'Harbour research',
    role: state === 'viewer' ? 'viewer' : 'owner',
  };
  const user = {
    email: isLong ? `${LONG}@${LONG}.example.com` : 'ada@harbour.example',
    name: isLong ? `Ada ${LONG}` : 'Ada Lindqvist',
    isOperator: state !== 'viewer',
  };
  if (state === 'no-account') return { user, accounts: [], ...deployment(state) };
  return { user, account, accounts: [account, { id: 'demo', name: 'Demo', role: 'member' }], ...deployment(state) };
};

const signIn = ({ body }: MockCall): MockReply => {
  const { email = '', password = '' } = body as { email?: string; password?: string };
  const errors = [
    ...(email === '' ? [{ field: 'email', rule: 'required', message: 'email is required.' }] : []),
    ...(password === '' ? [{ field: 'password', rule: 'required', message: 'password is required.' }] : []),
  ];
  if (errors.length > 0) return refusal(422, 'validation_failed', 'Some fields are not valid.', { errors });
  if (password === 'wrong') return refusal(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');
  return { body: sessionOf('full'), state: 'full' };
};

const LINKS: Readonly<Record<string, object>> = {
  'sign-in': { purpose: 'sign-in', email: 'demo@localhost', needsPassword: false },
  reset: { purpose: 'reset', email: 'ada@harbour.example', needsPassword: true },
  invite: {
    ...{ purpose: 'invite', email: 'grace@harbour.example', accountName: 'Harbour research', role: 'member' },
    ...{ needsPassword: true, isNewUser: true },
  },
};

const MEMBERS = [
  { email: 'ada@harbour.example', name: 'Ada Lindqvist', role: 'owner', state: 'active' },
  { email: 'karl.berg@harbour.example', name: 'Karl Berg', role: 'member', state: 'active' },
  { email: 'finance@harbour.example', name: 'finance@harbour.example', role: 'viewer', state: 'active' },
  { email: 'grace@harbour.example', role: 'member', state: 'invited' },
];

const LONG_MEMBERS = MEMBERS.map((member, index) => ({
  ...member,
  ...(index < 2 && { name: '李'.repeat(60) }),
  email: `first.second.third.fourth.and.last.names.${member.email}`,
}));

/** Sessions, links and members. */
export const PEOPLE_ROUTES: readonly MockRoute[] = [
  { method: 'GET', path: /^\/api\/session$/, handle: ({ state }) => ({ body: sessionOf(state) }) },
  { method: 'POST', path: /^\/api\/sign-in$/, handle: signIn },
  { method: 'POST', path: /^\/api\/sign-up$/, handle: signIn },
  { method: 'POST', path: /^\/api\/sign-out$/, handle: () => ({ status: 204, state: 'signed-out' }) },
  {
    method: 'GET',
    path: /^\/api\/links\/([\w-]+)$/,
    handle: ({ parts: [token = ''] }) =>
      LINKS[token] ? { body: LINKS[token] } : refusal(404, 'not_found', 'This link has been used or has expired.'),
  },
  { method: 'POST', path: /^\/api\/links\/use$/, handle: () => ({ body: sessionOf('full'), state: 'full' }) },
  { method: 'PUT', path: /^\/api\/session\/account$/, handle: ({ state }) => ({ body: sessionOf(state) }) },
  {
    method: 'PUT',
    path: /^\/api\/session\/password$/,
    handle: ({ body }) =>
      (body as { next: string }).next.length < 10
        ? refusal(422, 'validation_failed', 'Some fields are not valid.', {
            errors: [{ field: 'next', rule: 'regex', message: 'next must be at least 10 characters long.' }],
          })
        : { status: 204 },
  },
  {
    method: 'GET',
    path: /^\/api\/members$/,
    handle: ({ state }) => ({ body: { members: state === 'long' ? LONG_MEMBERS : MEMBERS } }),
  },
  {
    method: 'POST',
    path: /^\/api\/members$/,
    handle: () => ({ status: 201, body: { inviteUrl: 'http://127.0.0.1:3001/link/Zk3vQ0r8T1mXh2n5b7c9d1e3' } }),
  },
  { method: 'PATCH', path: /^\/api\/members\/([^/]+)$/, handle: () => ({ body: {} }) },
  { method: 'DELETE', path: /^\/api\/members\/([^/]+)$/, handle: () => ({ status: 204 }) },
];
