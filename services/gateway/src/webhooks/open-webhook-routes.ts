import type { RequestHandler } from 'express';
import { WEBHOOK_DELIVERIES_PATH, WEBHOOK_REDELIVER_PATH, WEBHOOK_SECRET_PATH } from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import type { WebhookSecrets } from '@quarry/webhooks';
import { refuse } from '../admission/screen-request.js';
import { createDeliveriesPage } from './list-deliveries.js';
import { NO_WEBHOOK_SECRET } from './no-secret.js';
import { createRedeliver, type RedeliverOptions } from './redeliver.js';
import { onPath, type ExchangeOptions, type WebhookExchange } from './webhook-exchange.js';

export interface WebhookRoutesOptions extends ExchangeOptions {
  readonly webhooks: WebhookStore;
  /** Undefined: the deployment has nothing to sign webhooks with. */
  readonly webhookSecrets: WebhookSecrets | undefined;
  /** Public address of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly runKeyed: RedeliverOptions['runKeyed'];
}

const READ = ['GET', 'HEAD'] as const;

/** Handlers of the paths about webhooks, by path pattern. All are free of charge. */
export const openWebhookRoutes = (
  options: WebhookRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { webhookSecrets } = options;
  const sendSecret = async (exchange: WebhookExchange): Promise<void> => {
    if (webhookSecrets === undefined) {
      return exchange.refuse(refuse('not_implemented', { message: NO_WEBHOOK_SECRET }));
    }
    const [secret, previousSecret] = webhookSecrets.of(exchange.account.id);
    await exchange.send({ secret, ...(previousSecret === undefined ? {} : { previousSecret }) });
  };
  const handlers = [
    [WEBHOOK_DELIVERIES_PATH, READ, createDeliveriesPage(options)],
    [WEBHOOK_REDELIVER_PATH, ['POST'], createRedeliver({ ...options, hasSecrets: webhookSecrets !== undefined })],
    [WEBHOOK_SECRET_PATH, READ, sendSecret],
  ] as const;
  return handlers.map(([path, methods, answer]) => [path, onPath(options, { path, methods }, answer)]);
};
