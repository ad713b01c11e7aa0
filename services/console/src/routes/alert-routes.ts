import { randomUUID } from 'node:crypto';
import { email, jsonInteger, list, url } from '@quarry/contracts/input';
import { z } from 'zod';
import { ALERT_EMAILS, ALERT_SHARES, ALERTS_LISTED } from '../bounds.js';
import type { AlertEntry } from '../alerts/alert-records.js';
import type { AlertSettings } from '../alerts/alert-settings.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse, type Refusal } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const MAX_LEVEL = 1_000_000_000;

const settingsSchema = z.strictObject({
  shares: list({
    note: 'Used credits of the period, in percent.',
    item: jsonInteger({ note: 'Percent.', min: 1, max: 100 }),
    default: [],
    minItems: 0,
    maxItems: ALERT_SHARES,
  }),
  creditsLeft: jsonInteger({ note: 'Credits left in the period.', min: 1, max: MAX_LEVEL }),
  creditsPerDay: jsonInteger({ note: 'Credits spent on a day.', min: 1, max: MAX_LEVEL }),
  emails: list({
    note: 'Who is sent an e-mail.',
    item: email({ note: 'E-mail address.' }),
    default: [],
    minItems: 0,
    maxItems: ALERT_EMAILS,
  }),
  webhookUrl: url({ note: 'Receiver of account.alert: a public http or https URL.' }),
});

const NO_MAIL: Refusal = refuse('validation_failed', {
  errors: [
    {
      field: 'emails',
      rule: 'prohibited',
      message: 'emails is not possible: this deployment sends no e-mail. Its operator can set SMTP_URL.',
    },
  ],
});
const NOWHERE = refuse('conflict', {
  message: 'Save a webhook, or an e-mail address that is confirmed then, first; a test is sent there.',
  retryable: false,
});

const describe = ({ alert, sendings, createdAtMs }: AlertEntry) => ({
  ...{ id: alert.id, kind: alert.kind, title: alert.title, text: alert.text, path: alert.path },
  createdAt: new Date(createdAtMs).toISOString(),
  sendings: sendings.map(({ channel, to, state, error }) => ({ channel, to, state, error })),
});

/** The settings as they were set, and which of their addresses are sent nothing yet. */
const describeSettings = ({ confirmed, ...settings }: AlertSettings) => ({
  settings,
  unconfirmed: settings.emails.filter((email) => !confirmed.includes(email)),
});

/** Levels of the account and who is told, for its owners. */
export const openAlertRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { addressConfirmation, alertSettings, alertBook, alertTests, mailer, sendAlertTest } = parts;
  const canMail = mailer !== undefined;

  return [
    {
      method: 'GET',
      path: '/api/alerts',
      access: 'owner',
      handle: async ({ account }) => {
        const [settings, recent] = await Promise.all([
          alertSettings.get(account.id),
          alertBook.list(account.id, ALERTS_LISTED),
        ]);
        return { body: { ...describeSettings(settings), canMail, recent: recent.map(describe) } };
      },
    },
    {
      method: 'PUT',
      path: '/api/alerts',
      access: 'owner',
      handle: async ({ request, response, account }) => {
        const reading = await readBody(request, response, settingsSchema);
        if (!reading.ok) return reading.refusal;
        const { shares, emails, ...rest } = reading.params;
        // Those that were set while there was a mail server may stay.
        const { emails: kept } = await alertSettings.get(account.id);
        if (!canMail && emails.some((one) => !kept.includes(one))) return NO_MAIL;
        const settings = await alertSettings.put(account.id, {
          ...rest,
          shares: shares.toSorted((one, other) => one - other),
          emails: [...new Set(emails)],
        });
        const added = settings.emails.filter((one) => !kept.includes(one));
        const asked = await Promise.all(added.map((one) => addressConfirmation.ask(account, one)));
        return { body: { ...describeSettings(settings), asked } };
      },
    },
    {
      method: 'POST',
      path: '/api/alerts/test',
      access: 'owner',
      handle: async ({ account }) => {
        if (account.isDisabled) return refuse('account_disabled');
        const { confirmed, webhookUrl } = await alertSettings.get(account.id);
        if ((confirmed.length === 0 || !canMail) && webhookUrl === undefined) return NOWHERE;
        const retryAfterSeconds = await alertTests.take(account.id);
        if (retryAfterSeconds !== undefined) return refuse('too_many_attempts', { retryAfterSeconds });
        return { body: { results: await sendAlertTest(account, randomUUID()) } };
      },
    },
    {
      method: 'GET',
      path: '/api/operator/alerts',
      access: 'operator',
      handle: async () => ({ body: { alerts: (await alertBook.list(null, ALERTS_LISTED)).map(describe) } }),
    },
  ];
};
