import type { RequestHandler } from 'express';
import { SESSION_PATH, SESSIONS_PATH } from '@quarry/contracts';
import type { Sessions, SessionSummary } from '@quarry/sessions';
import { refuse } from '../admission/screen-request.js';
import { onPath, type Exchange, type ExchangeOptions } from '../http/exchange.js';

export interface SessionRoutesOptions extends ExchangeOptions {
  readonly sessions: Sessions;
}

const READ = ['GET', 'HEAD'];
const NONE = refuse('not_found', { message: 'No such session. GET /sessions lists those of the account.' });

const instant = (ms: number): string => new Date(ms).toISOString();

/** As the contract shows a session; never the value of a cookie. */
const describe = ({ name, content, createdAtMs, lastUsedAtMs, expiresAtMs }: SessionSummary): object => ({
  name,
  ...(content === undefined
    ? {}
    : {
        ...{ hosts: content.hosts, cookiesCount: content.cookiesCount },
        ...(content.exit ? { proxyType: content.exit.proxyType, proxyCountry: content.exit.country } : {}),
      }),
  ...{ createdAt: instant(createdAtMs), lastUsedAt: instant(lastUsedAtMs), expiresAt: instant(expiresAtMs) },
});

const nameOf = ({ request }: Exchange): string => String(request.params['sessionName']);

/** Handlers of the paths of sessions, by path pattern. All are free of charge. */
export const openSessionRoutes = (
  options: SessionRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { sessions } = options;
  const list = async (exchange: Exchange): Promise<void> => {
    const found = await sessions.list(exchange.account.id);
    await exchange.send({ status: 'ok', data: { sessions: found.map(describe) } });
  };
  const show = async (exchange: Exchange): Promise<void> => {
    const found = await sessions.get(exchange.account.id, nameOf(exchange));
    return found === null ? exchange.refuse(NONE) : exchange.send({ status: 'ok', data: describe(found) });
  };
  const remove = async (exchange: Exchange): Promise<void> => {
    const name = nameOf(exchange);
    const isRemoved = await sessions.remove(exchange.account.id, name);
    return isRemoved ? exchange.send({ status: 'ok', data: { name } }) : exchange.refuse(NONE);
  };
  return [
    [SESSIONS_PATH, onPath(options, { path: SESSIONS_PATH, methods: READ }, list)],
    [
      SESSION_PATH,
      onPath(options, { path: SESSION_PATH, methods: [...READ, 'DELETE'] }, (exchange) =>
        (exchange.request.method === 'DELETE' ? remove : show)(exchange),
      ),
    ],
  ];
};
