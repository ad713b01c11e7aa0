import type { WebhookStore } from '@quarry/store';
import type { AlertTarget } from './alert-records.js';
import type { AlertSender } from './send-alert.js';

export interface TestResult extends AlertTarget {
  readonly isSent: boolean;
  readonly error?: string;
}

const TITLE = 'A test alert';

/** Sends a test to everywhere that the alerts of an account go, and says at once what became of it. */
export const createAlertTest =
  ({ sender, webhooks }: { readonly sender: AlertSender; readonly webhooks: Pick<WebhookStore, 'enqueue'> }) =>
  async (account: { readonly id: string; readonly name: string }, testId: string): Promise<readonly TestResult[]> => {
    const alert = {
      id: `test.${account.id}.${testId}`,
      kind: 'test',
      accountId: account.id,
      title: `${TITLE} of ${account.name}`,
      text: `This is a test. Alerts of ${account.name} arrive here. Nothing has happened.`,
      path: '/settings/alerts',
    };
    const targets = await sender.targetsOf(alert);
    return Promise.all(
      targets.map(async ({ channel, to }): Promise<TestResult> => {
        if (channel === 'webhook') {
          const event = { id: `test.${testId}`, accountId: account.id, event: 'test' as const, url: to };
          await webhooks.enqueue({ ...event, data: { message: alert.text } });
          return { channel, to, isSent: true };
        }
        const outcome = await sender.send({ channel, to, alert });
        return outcome.state === 'sent'
          ? { channel, to, isSent: true }
          : { channel, to, isSent: false, error: outcome.error };
      }),
    );
  };
