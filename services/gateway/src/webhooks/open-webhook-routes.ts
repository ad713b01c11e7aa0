import type { RequestHandler } from 'express';
import { WEBHOOK_DELIVERIES_PATH, WEBHOOK_REDELIVER_PATH, WEBHOOK_SECRET_PATH } from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import type { WebhookSecrets } from '@quarry/webhooks';
import { refuse } from '../admission/screen-request.js';
import { NO_WEBHOOK_SECRET } from '../admission/secret-headers.js';
import { onPath, type Exchange, type ExchangeOptions } from '../http/exchange.js';
import { createDeliveriesPage } from './list-deliveries.js';
import { createRedeliver, type RedeliverOptions } from './redeliver.js';

export interface WebhookRoutesOptions extends ExchangeOptions {
  readonly webhooks: WebhookStore;
  /** Undefined: the deployment has no secret to sign webhooks with. */
  readonly webhookSecrets: WebhookSecrets | undefined;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly runKeyed: RedeliverOptions['runKeyed'];
}

const READ = ['GET', 'HEAD'] as const;

/** Handlers of the webhook paths by path pattern. All are free of charge. */
export const openWebhookRoutes = (
  options: WebhookRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { webhookSecrets } = options;
  const sendSecret = async (exchange: Exchange): Promise<void> => {
    if (webhookSecrets === undefined) {
      return exchange.refuse(refuse('not_implemented', { message: NO_WEBHOOK_SECRET }));
    }
    const [secret, previousSecret] = webhookSecrets.of(exchange.account.id);
    await exchange.send({ status: 'ok', data: { secret, previousSecret } });
  };
  const handlers = [
    [WEBHOOK_DELIVERIES_PATH, READ, createDeliveriesPage(options)],
    [WEBHOOK_REDELIVER_PATH, ['POST'], createRedeliver({ ...options, hasSecrets: webhookSecrets !== undefined })],
    [WEBHOOK_SECRET_PATH, READ, sendSecret],
  ] as const;
  return handlers.map(([path, methods, answer]) => [path, onPath(options, { path, methods }, answer)]);
};
