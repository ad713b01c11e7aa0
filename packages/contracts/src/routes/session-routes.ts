import { text } from '../input/scalars.js';

export const SESSIONS_PATH = '/sessions';
export const SESSION_PATH = '/sessions/:sessionName';

/** Sessions of one account. */
export const MAX_SESSIONS = 100;
/** Cookies of one session, and their bytes as JSON. Beyond, the oldest are dropped, those of other sites first. */
export const MAX_SESSION_COOKIES = 300;
export const MAX_SESSION_BYTES = 40_000;
/** A session that no call has used for so long is deleted. */
export const SESSION_IDLE_DAYS = 30;
export const SESSION_NAME_MAX_CHARS = 64;

/** A name needs no escape in a path, and is none of its dots. */
export const SESSION_NAME = new RegExp(String.raw`^[A-Za-z0-9][A-Za-z0-9_.-]{0,${SESSION_NAME_MAX_CHARS - 1}}$`);

/** Warnings of a call with a session. */
export const SESSION_WARNINGS = {
  exitChanged:
    'the exit of the session is no longer configured: this call left by another one, which the session keeps',
  cookiesDropped: `the session has more than ${MAX_SESSION_COOKIES} cookies or ${MAX_SESSION_BYTES} bytes of them: the oldest were dropped`,
  deleted: 'the session was deleted while this call ran: its cookies were not kept',
  notSaved: 'the cookies of this call could not be added to the session',
} as const;

export const sessionField = text({
  note: 'A session of the account: calls with this name share cookies and an exit.',
  maxChars: SESSION_NAME_MAX_CHARS,
  pattern: SESSION_NAME,
  form: 'letters, digits, dots, hyphens and underscores that begin with a letter or a digit, such as shop-anna',
});
