import { createHash } from 'node:crypto';
import { makeToken, tokenId } from '@quarry/people';
import type { Clock, RecordStore } from '@quarry/store';
import { z } from 'zod';
import {
  CONFIRM_LIFE_MS,
  CONFIRM_MAILS_PER_ACCOUNT_HOUR,
  CONFIRM_MAILS_PER_ADDRESS_DAY,
  CONFIRM_NAME_CHARS,
} from '../bounds.js';
import { createSharedSlots } from '../throttle/shared-slots.js';
import type { AlertSettingsStore } from './alert-settings.js';
import type { Mailer } from './mailer.js';

/** The id of a record is the hash of the token in the link; its owner is the account. */
const KIND = 'alert-confirm';
const confirmData = z.object({ email: z.string() });

export interface OpenConfirmation {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
}

/** What became of an e-mail with a link. */
export type ConfirmMail =
  | { readonly to: string; readonly isSent: true }
  | { readonly to: string; readonly isSent: false; readonly error: string; readonly retryAfterSeconds?: number };

export interface AddressConfirmationOptions {
  readonly records: Pick<RecordStore, 'get' | 'insert' | 'remove'>;
  readonly settings: Pick<AlertSettingsStore, 'confirm' | 'get'>;
  /** Undefined: no mail server is configured, and nothing is confirmed or sent. */
  readonly mailer: Mailer | undefined;
  readonly consoleUrl: string;
  readonly clock: Clock;
}

const textOf = (name: string, link: string): string =>
  [
    `An owner of the account "${name}" wants its alerts to be sent to this address: about the credits that it has used and has left.`,
    `Confirm it, within three days:\n${link}`,
    'If you do not know the account, do nothing: no alert is sent before you confirm.',
  ].join('\n\n');

/**
 * Addresses of alerts belong to people who may know nothing of the account. Each gets one e-mail with a link, which works once;
 * alerts follow after it was opened. Both the account and the address get a bounded number of such e-mails.
 */
export const createAddressConfirmation = (options: AddressConfirmationOptions) => {
  const { records, settings, mailer, consoleUrl, clock } = options;
  const perAccount = createSharedSlots({
    ...{ records, clock, kind: 'confirm-account', limit: CONFIRM_MAILS_PER_ACCOUNT_HOUR, windowMs: 3_600_000 },
  });
  const perAddress = createSharedSlots({
    ...{ records, clock, kind: 'confirm-address', limit: CONFIRM_MAILS_PER_ADDRESS_DAY, windowMs: 86_400_000 },
  });

  const waitOf = async (accountId: string, email: string): Promise<number | undefined> =>
    (await perAddress.take(createHash('sha256').update(email).digest('hex'))) ?? (await perAccount.take(accountId));

  return {
    /** Sends a link to an address of the account. */
    ask: async (account: { readonly id: string; readonly name: string }, email: string): Promise<ConfirmMail> => {
      if (mailer === undefined) return { to: email, isSent: false, error: 'no mail server' };
      const retryAfterSeconds = await waitOf(account.id, email);
      if (retryAfterSeconds !== undefined) return { to: email, isSent: false, error: 'too many', retryAfterSeconds };
      const token = makeToken();
      const id = tokenId(token) ?? '';
      const expiresAtMs = clock() + CONFIRM_LIFE_MS;
      await records.insert({ kind: KIND, id, owner: account.id, data: { email }, expiresAtMs });
      const name = account.name.slice(0, CONFIRM_NAME_CHARS).toWellFormed();
      const subject = `Confirm this address for alerts of ${name}`;
      const text = textOf(name, `${consoleUrl}/confirm/${token}`);
      const sent = await mailer.send({ to: email, subject, text, id: `confirm.${id.slice(0, 40)}` });
      return sent.ok ? { to: email, isSent: true } : { to: email, isSent: false, error: sent.reason };
    },

    /** Null for an unknown, used or expired link, and for an address that the account does not name any more. */
    find: async (token: string): Promise<OpenConfirmation | null> => {
      const id = tokenId(token);
      const record = id === undefined ? null : await records.get(KIND, id);
      if (record === null) return null;
      const { email } = confirmData.parse(record.data);
      const { emails } = await settings.get(record.owner);
      return emails.includes(email) ? { id: record.id, accountId: record.owner, email } : null;
    },

    /** True for one caller: the link is used up, and the address confirmed. */
    use: async ({ id, accountId, email }: OpenConfirmation): Promise<boolean> =>
      (await records.remove(KIND, id)) && (await settings.confirm(accountId, email)),
  };
};
