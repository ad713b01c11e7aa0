import { MAX_SESSIONS, SESSION_WARNINGS, type WebScrapeParams } from '@quarry/contracts';
import type { FetchOutcome, FetchSession } from '@quarry/egress';
import type { Logger } from '@quarry/observability';
import type { OpenSession, Sessions } from '@quarry/sessions';
import type { RequestRow } from '@quarry/store';
import type { OperationOutcome } from '@quarry/worker-runtime';

/** The session of one call. */
export interface CallSession {
  readonly fetch: FetchSession;
  /** Keeps what the response did to the session. Returns warnings for the caller. */
  keep(outcome: FetchOutcome): Promise<readonly string[]>;
}

/** Undefined for a call without a session; an outcome where the session cannot be used. */
export type OpenCallSession = (
  row: Pick<RequestRow, 'accountId' | 'id'>,
  params: WebScrapeParams,
) => Promise<CallSession | OperationOutcome | undefined>;

const refused = (reason: string, message: string): OperationOutcome => ({
  ...{ verdict: 'session_refused', reason, message },
});

const REFUSALS = {
  too_many: refused(
    'too_many_sessions',
    `The account has ${MAX_SESSIONS} sessions, the most that it may have. Delete one that is no longer needed.`,
  ),
  no_secret: refused(
    'no_secret',
    'This deployment keeps no sessions: it has no secret to encrypt cookies with. Its operator can set QUARRY_SECRET.',
  ),
  sealed: refused(
    'session_sealed',
    'The cookies of this session can no longer be decrypted: the secret of the deployment has changed. Delete the session and sign in again.',
  ),
} as const;

/** A session that began at one exit does not go on at another because a call asks for that. */
const refuseExit = ({ exit }: OpenSession, { proxyType, proxyCountry }: WebScrapeParams) => {
  if (exit === undefined) return undefined;
  const { proxyType: pool, country } = exit;
  const isSame = (proxyType ?? 'datacenter') === pool && (proxyCountry ?? country) === country;
  if (isSame) return undefined;
  const place = country === undefined ? pool : `${pool} in ${country}`;
  return refused(
    'other_exit',
    `The session leaves by one exit, ${place}, and this call asks for another. Send the proxyType and proxyCountry of its first call, or use another session.`,
  );
};

const keepWith = async (
  sessions: Sessions,
  session: OpenSession,
  outcome: FetchOutcome,
): Promise<readonly string[]> => {
  const { session: end, page, proxyType } = outcome;
  if (!end || !page) return [];
  const exit = { ...end.exit, proxyType };
  const host = URL.parse(page.url)?.hostname ?? '';
  const saved = await sessions.save(session, { changes: end.changes, exit, host });
  const warnings = session.exit !== undefined && session.exit.id !== exit.id ? [SESSION_WARNINGS.exitChanged] : [];
  if (saved === 'saved') return warnings;
  if (saved === 'dropped') return [...warnings, SESSION_WARNINGS.cookiesDropped];
  return [saved === 'deleted' ? SESSION_WARNINGS.deleted : SESSION_WARNINGS.notSaved];
};

export const createCallSessions =
  (sessions: Sessions, log: Logger): OpenCallSession =>
  async ({ accountId, id: requestId }, params) => {
    if (params.session === undefined) return undefined;
    const opened = await sessions.open(accountId, params.session);
    if (opened.outcome !== 'open') return REFUSALS[opened.outcome];
    const { session } = opened;
    const otherExit = refuseExit(session, params);
    if (otherExit) return otherExit;
    return {
      fetch: { cookies: session.cookies, exitId: session.exit?.id },
      keep: (outcome) =>
        keepWith(sessions, session, outcome).catch((error: unknown) => {
          log.warn('a session was not saved', { requestId, error });
          return [SESSION_WARNINGS.notSaved];
        }),
    };
  };
