import type { Clock } from '@quarry/store';
import type { AccountCall } from '../http/routes.js';
import type { CallTokens } from '../ports.js';
import type { GatewayCall, GatewayClient } from './gateway-client.js';
import type { IncomingMessage } from 'node:http';

export interface CallGatewayOptions {
  readonly client: Pick<GatewayClient, 'call'>;
  readonly tokens: CallTokens;
  readonly clock: Clock;
}

export interface Caller extends Pick<AccountCall, 'visitor'> {
  readonly account: Pick<AccountCall['account'], 'id'>;
}

/** Calls the gateway in the name of a person, for the account that they work in. */
export const createGatewayCaller =
  ({ client, tokens, clock }: CallGatewayOptions) =>
  ({ account, visitor }: Caller, call: GatewayCall): Promise<IncomingMessage> => {
    const token = tokens.seal({ accountId: account.id, userId: visitor.user.userId }, clock());
    return client.call({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });
  };

export type CallGateway = ReturnType<typeof createGatewayCaller>;
