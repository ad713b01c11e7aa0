import type { LinkView } from '../../api/session.js';

/** The words of a link's page. */
export interface LinkTexts {
  readonly title: string;
  readonly description: string;
  readonly action: string;
  /** Label of the password that it asks for. */
  readonly password: string;
  readonly isNewPassword: boolean;
}

const inviteTexts = ({
  email,
  accountName = 'an account',
  role,
  needsPassword,
  isNewUser = true,
}: LinkView): LinkTexts => {
  const as = role === undefined ? '' : ` as ${role}`;
  const isNewPassword = needsPassword && isNewUser;
  return {
    title: `Join ${accountName}`,
    description: `You are invited${as}, with the address ${email}.${
      needsPassword && !isNewUser ? ' Sign in to accept.' : ''
    }${isNewPassword ? ' Choose a password to sign in with.' : ''}`,
    action: 'Accept invitation',
    password: isNewPassword ? 'New password' : 'Password',
    isNewPassword,
  };
};

/** What a link does, for the person who opened it. */
export const linkTexts = (link: LinkView): LinkTexts => {
  const { purpose, email } = link;
  if (purpose === 'invite') return inviteTexts(link);
  if (purpose === 'reset') {
    return {
      title: 'Choose a new password',
      description: `For ${email}. All other sessions will be signed out.`,
      action: 'Set password and sign in',
      password: 'New password',
      isNewPassword: true,
    };
  }
  return {
    title: 'Sign in to Quarry',
    description: `This link signs you in as ${email}. It works once.`,
    action: 'Sign in',
    password: 'Password',
    isNewPassword: false,
  };
};
