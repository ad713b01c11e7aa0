import type { Request, RequestHandler, Response } from 'express';
import { isAtLeast, type Role } from '@quarry/people';
import type { OwnAccount } from '../people/accounts.js';
import type { Visitor, Visitors } from '../sessions/visitors.js';
import { refuse, type Refusal } from './errors.js';
import { requestState } from './request-state.js';
import { sendRefusal } from './send-refusal.js';

/** A response; without a body its status is 204. */
export interface Reply {
  readonly body?: object;
  /** Default: 200. */
  readonly status?: number;
}

export interface Call {
  readonly request: Request;
  readonly response: Response;
}

export interface VisitorCall extends Call {
  readonly visitor: Visitor;
}

export interface AccountCall extends VisitorCall {
  readonly account: OwnAccount;
}

/** Undefined: it has sent the response itself. */
type Handler<C extends Call> = (call: C) => Promise<Reply | Refusal | undefined>;

interface RouteName {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** A route of the console's own API with who may call it. `viewer`, `member`, `owner`: that role or more in their account. */
export type ConsoleRoute = RouteName &
  (
    | { readonly access: 'anybody'; readonly handle: Handler<Call & { readonly visitor: Visitor | undefined }> }
    | { readonly access: 'visitor' | 'operator'; readonly handle: Handler<VisitorCall> }
    | { readonly access: Role; readonly handle: Handler<AccountCall> }
  );

export const NO_ACCOUNT = refuse('forbidden_role', {
  message: 'You are in no account. Ask an owner of one for an invitation.',
});

/** Runs a route for whoever calls it, or says why it may not be called. */
const run = async (route: ConsoleRoute, call: Call, visitor: Visitor | undefined) => {
  if (route.access === 'anybody') return route.handle({ ...call, visitor });
  if (visitor === undefined) return refuse('unauthorized');
  const { account } = visitor;
  if (account !== undefined) requestState(call.response).accountId = account.id;
  if (route.access === 'visitor') return route.handle({ ...call, visitor });
  if (route.access === 'operator') {
    // What operators may do is nobody else's to know.
    return visitor.user.isOperator ? route.handle({ ...call, visitor }) : refuse('not_found');
  }
  if (account === undefined) return NO_ACCOUNT;
  return isAtLeast(account.role, route.access) ? route.handle({ ...call, visitor, account }) : refuse('forbidden_role');
};

/** The handler of one path, by method. */
export const onPath = (routes: readonly ConsoleRoute[], visitors: Visitors): RequestHandler => {
  const allowed = routes.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
  return async (request, response) => {
    requestState(response).route = routes[0]?.path ?? 'unknown';
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes.find((one) => one.method === method);
    if (route === undefined) {
      response.setHeader('allow', allowed);
      return sendRefusal(response, refuse('method_not_allowed'));
    }
    const visitor = await visitors.identify(request, response);
    const reply = await run(route, { request, response }, visitor);
    if (reply === undefined || response.destroyed) return;
    if ('error' in reply) return sendRefusal(response, reply);
    if (reply.body === undefined) response.status(reply.status ?? 204).end();
    else response.status(reply.status ?? 200).json(reply.body);
  };
};

/** Routes by their path. */
export const byPath = (routes: readonly ConsoleRoute[]): ReadonlyMap<string, readonly ConsoleRoute[]> =>
  Map.groupBy(routes, ({ path }) => path);
