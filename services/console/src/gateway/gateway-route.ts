import type { RequestHandler } from 'express';
import { isAtLeast } from '@quarry/people';
import { GATEWAY_CALLS_PER_USER } from '../bounds.js';
import { createCallCounter } from '../http/call-counter.js';
import { refuse, type Refusal } from '../http/errors.js';
import { hasConsoleHeader } from '../http/origin-guard.js';
import { requestState } from '../http/request-state.js';
import { NO_ACCOUNT } from '../http/routes.js';
import { sendRefusal } from '../http/send-refusal.js';
import type { OwnAccount } from '../people/accounts.js';
import type { Visitor, Visitors } from '../sessions/visitors.js';
import { gatewayRoutesAt, type GatewayRoute } from './gateway-paths.js';
import type { Proxy } from './proxy.js';

/** Where the gateway's paths begin on the console. */
export const GATEWAY_PREFIX = '/api/gateway';
const FILES_PREFIX = '/files';

export interface GatewayRouteOptions {
  readonly visitors: Visitors;
  readonly proxy: Proxy;
  /** Where the gateway has its stored files. */
  readonly filesPath: string;
  readonly callsPerUser?: number;
}

/** The caller with their account, or why they may not call the route. */
const admit = (
  route: GatewayRoute,
  visitor: Visitor | undefined,
): { readonly visitor: Visitor; readonly account: OwnAccount } | Refusal => {
  if (visitor === undefined) return refuse('unauthorized');
  const { account } = visitor;
  if (account === undefined) return NO_ACCOUNT;
  if (!isAtLeast(account.role, route.access)) return refuse('forbidden_role');
  return account.isDisabled ? refuse('account_disabled') : { visitor, account };
};

/**
 * `/api/gateway/<path>`: the gateway's own paths, for whoever is signed in and has the role. The path is taken as it was sent, so
 * no spelling of it leads to another place. Reading may cost credits, so only files are loaded without the console's header.
 */
export const createGatewayRoute = (options: GatewayRouteOptions): RequestHandler => {
  const { visitors, proxy, filesPath, callsPerUser = GATEWAY_CALLS_PER_USER } = options;
  const counter = createCallCounter(callsPerUser);
  return async (request, response) => {
    const [path = '', ...query] = request.originalUrl.slice(GATEWAY_PREFIX.length).split('?');
    const routes = request.originalUrl.startsWith(`${GATEWAY_PREFIX}/`) ? gatewayRoutesAt(path) : [];
    requestState(response).route = `${GATEWAY_PREFIX}${routes[0]?.path ?? '/*'}`;
    if (routes.length === 0) return sendRefusal(response, refuse('not_found'));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes.find((one) => one.method === method);
    if (route === undefined) {
      response.setHeader('allow', routes.map((one) => one.method).join(', '));
      return sendRefusal(response, refuse('method_not_allowed'));
    }
    const isFile = route.isFile ?? false;
    if (!isFile && !hasConsoleHeader(request)) return sendRefusal(response, refuse('forbidden_origin'));
    const admitted = admit(route, await visitors.identify(request, response));
    if ('error' in admitted) return sendRefusal(response, admitted);
    const { visitor, account } = admitted;
    const { userId } = visitor.user;
    requestState(response).accountId = account.id;
    if (!counter.begin(userId)) {
      return sendRefusal(response, refuse('concurrency_limit', { retryAfterSeconds: 1 }));
    }
    try {
      const onGateway = isFile ? `${filesPath.replace(/\/$/, '')}${path.slice(FILES_PREFIX.length)}` : path;
      const target = query.length === 0 ? onGateway : `${onGateway}?${query.join('?')}`;
      const failure = await proxy({ request, response, visitor, account, target, isFile });
      if (failure !== undefined) sendRefusal(response, failure);
    } finally {
      counter.end(userId);
    }
  };
};
