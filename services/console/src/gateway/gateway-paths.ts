import type { Role } from '@quarry/people';
import {
  BATCH_ROUTES,
  BATCHES_PATH,
  CRAWL_ROUTES,
  FILES_SIGN_PATH,
  OPERATIONS,
  REPARSE_PATH,
  REQUEST_PATH,
  REQUESTS_PATH,
  SCHEDULE_FEED_LINK_PATH,
  SCHEDULE_PATH,
  SCHEDULE_PAUSE_PATH,
  SCHEDULE_RESUME_PATH,
  SCHEDULES_PATH,
  WEBHOOK_DELIVERIES_PATH,
  WEBHOOK_REDELIVER_PATH,
  WEBHOOK_SECRET_PATH,
} from '@quarry/contracts';

/** Paths of the gateway that are no contract's. */
const USAGE_PATH = '/user/me/usage';
const FILE_PATH = '/files/:account/:request/:name';

/** A path of the gateway that people may call through the console. */
export interface GatewayRoute {
  readonly method: string;
  /** With `:name` for parts that vary. */
  readonly path: string;
  /** The least role that may call it. */
  readonly access: Role;
  /** Loaded by pictures, frames and links, which send no header of ours. */
  readonly isFile?: true;
}

const read = (path: string, access: Role = 'viewer'): GatewayRoute => ({ method: 'GET', path, access });
const act = (method: string, path: string): GatewayRoute => ({ method, path, access: 'member' });

/** Viewers read; what costs credits, changes something or shows a secret is for members. */
export const GATEWAY_ROUTES: readonly GatewayRoute[] = [
  ...OPERATIONS.map(({ method, path }) => act(method, path)),
  ...[...BATCH_ROUTES, ...CRAWL_ROUTES].map(({ method, path }) => (method === 'GET' ? read(path) : act(method, path))),
  read(REQUESTS_PATH),
  read(REQUEST_PATH),
  act('POST', REPARSE_PATH),
  read(BATCHES_PATH),
  read(SCHEDULES_PATH),
  act('POST', SCHEDULES_PATH),
  read(SCHEDULE_PATH),
  act('DELETE', SCHEDULE_PATH),
  act('POST', SCHEDULE_PAUSE_PATH),
  act('POST', SCHEDULE_RESUME_PATH),
  // The link opens without a key.
  act('POST', SCHEDULE_FEED_LINK_PATH),
  read(USAGE_PATH),
  read(WEBHOOK_DELIVERIES_PATH),
  act('POST', WEBHOOK_REDELIVER_PATH),
  // Whoever has the secret can sign webhooks.
  read(WEBHOOK_SECRET_PATH, 'member'),
  act('POST', FILES_SIGN_PATH),
  { ...read(FILE_PATH), isFile: true },
];

/** Parts of a path as the gateway's own links have them: nothing is encoded, and no part is `.` or `..`. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

const isLike = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);

const PATTERNS = GATEWAY_ROUTES.map((route) => ({ route, pattern: route.path.split('/') }));

/** The routes of a path as it was sent, one for each method; none for a path that is not the gateway's. */
export const gatewayRoutesAt = (path: string): readonly GatewayRoute[] => {
  if (!PLAIN_PATH.test(path)) return [];
  const parts = path.split('/');
  return PATTERNS.filter(({ pattern }) => isLike(pattern, parts)).map(({ route }) => route);
};
