import { createHash } from 'node:crypto';
import type { WebhookStore } from '@quarry/store';
import type { Alert } from './alert.js';
import type { ClaimedSending, SendOutcome } from './alert-book.js';
import type { AlertTarget } from './alert-records.js';
import type { AlertSettingsStore } from './alert-settings.js';
import type { Mailer } from './mailer.js';

export interface AlertSenderOptions {
  readonly settings: Pick<AlertSettingsStore, 'get'>;
  readonly webhooks: Pick<WebhookStore, 'enqueue'>;
  /** Undefined: no mail server is configured. */
  readonly mailer: Mailer | undefined;
  readonly operatorEmails: readonly string[];
  readonly consoleUrl: string;
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);

const emailsTo = (addresses: readonly string[]): AlertTarget[] => addresses.map((to) => ({ channel: 'email', to }));

/** Where alerts go, and how. */
export const createAlertSender = (options: AlertSenderOptions) => {
  const { settings, webhooks, mailer, operatorEmails, consoleUrl } = options;

  const footerOf = ({ accountId }: Alert): string =>
    accountId === null
      ? 'You are an operator of this deployment (OPERATOR_ALERT_EMAILS).'
      : `An owner of the account has this address in its settings: ${consoleUrl}/settings/alerts`;

  const mailAlert = async (to: string, alert: Alert): Promise<SendOutcome> => {
    if (mailer === undefined) return { state: 'failed', error: 'no mail server', isFinal: true };
    const { id, title, text, path } = alert;
    const body = [text, `${consoleUrl}${path}`, `-- \n${footerOf(alert)}`].join('\n\n');
    const sent = await mailer.send({ to, subject: title, text: body, id: digest(id, to) });
    return sent.ok ? { state: 'sent' } : { state: 'failed', error: sent.reason, isFinal: sent.isFinal };
  };

  /** It is sent when it is among the deliveries: they have attempts, signatures and rules of their own. */
  const queueAlert = async (url: string, accountId: string, alert: Alert): Promise<SendOutcome> => {
    const { id, kind, title, text, path } = alert;
    const data = { alertId: id, kind, title, text, url: `${consoleUrl}${path}` };
    await webhooks.enqueue({ id: `alert.${digest(id, url)}`, accountId, event: 'account.alert', url, data });
    return { state: 'sent' };
  };

  return {
    targetsOf: async ({ accountId }: Alert): Promise<readonly AlertTarget[]> => {
      if (accountId === null) return mailer === undefined ? [] : emailsTo(operatorEmails);
      const { confirmed, webhookUrl } = await settings.get(accountId);
      return [
        ...(mailer === undefined ? [] : emailsTo(confirmed)),
        ...(webhookUrl === undefined ? [] : [{ channel: 'webhook' as const, to: webhookUrl }]),
      ];
    },
    send: async ({ channel, to, alert }: Pick<ClaimedSending, 'channel' | 'to' | 'alert'>): Promise<SendOutcome> => {
      if (channel === 'email') return mailAlert(to, alert);
      if (alert.accountId === null) return { state: 'failed', error: 'no account', isFinal: true };
      return queueAlert(to, alert.accountId, alert);
    },
  };
};

export type AlertSender = ReturnType<typeof createAlertSender>;
