const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the sign-in of this deployment',
  ECONNECTION: 'the mail server does not respond',
  ESOCKET: 'the mail server does not respond',
  ETIMEDOUT: 'the mail server does not respond',
  EDNS: 'the mail server was not found',
  ETLS: 'the mail server has no valid certificate',
  EENVELOPE: 'the mail server refused the address',
  EMESSAGE: 'the mail server refused the message',
};

/** Why an e-mail was not sent, from a code such as `EENVELOPE 550`; the code itself where it is unknown. */
export const failureWords = (error: string): string => {
  const [step = '', status] = error.split(' ');
  const words = Object.hasOwn(WORDS, step) ? WORDS[step] : undefined;
  if (words === undefined) return error;
  return status === undefined ? words : `${words} (${status})`;
};
