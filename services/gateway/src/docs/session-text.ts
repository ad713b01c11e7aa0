import { MAX_SESSION_COOKIES, MAX_SESSIONS, SESSION_IDLE_DAYS, SESSION_PATH, SESSIONS_PATH } from '@quarry/contracts';
import { code, routeTable } from './markdown.js';

const ROUTES = [
  ['GET', SESSIONS_PATH, `The sessions of the account, ${MAX_SESSIONS} at most, without the values of their cookies.`],
  ['GET', SESSION_PATH, 'One of them.'],
  ['DELETE', SESSION_PATH, 'Deletes it with its cookies.'],
] as const;

const shownPath = (path: string): string => path.replace(/:\w+/, '<name>');

/** Sessions, as markdown. */
export const sessionText = (): string =>
  `Calls of ${code('scrape/web')} with the same ${code('session')} share cookies and leave by one exit: sign in once with ${code('jsScenario')}, and fetch pages as that user in later calls, in a browser or without. The first call with a name makes the session. It keeps ${MAX_SESSION_COOKIES} cookies at most, encrypted, and is deleted ${SESSION_IDLE_DAYS} days after its last call. A session changes no price.

${routeTable(ROUTES.map(([method, path, note]) => [method, shownPath(path), note]))}`;

/** The same for language models, in short. */
export const sessionLines = (): readonly string[] => [
  '- Calls of scrape/web with the same session share cookies and an exit. Sign in once with jsScenario, then fetch pages as that user.',
  ...ROUTES.map(([method, path, note]) => `- ${method} ${shownPath(path)}: ${note}`),
];
