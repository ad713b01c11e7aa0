import { createTransport } from 'nodemailer';
import { SMTP_CONNECT_MS, SMTP_SILENT_MS } from '../bounds.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in every attempt, so that a repeat can be told from another mail: letters, digits and dots. */
  readonly id: string;
}

export type MailOutcome =
  | { readonly ok: true }
  /** `isFinal`: the server refuses the address itself. `reason` has no address and nothing of the server's text. */
  | { readonly ok: false; readonly reason: string; readonly isFinal: boolean };

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password where there are any. */
  readonly url: string;
  readonly from: string;
  readonly connectMs?: number;
  readonly silentMs?: number;
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

/** What the server said, as its status and the step at which it said so. */
const failureOf = (error: SmtpError): MailOutcome => {
  const { code, responseCode } = error;
  const step = typeof code === 'string' ? code : 'EFAILED';
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const isFinal = step === 'EENVELOPE' && status !== undefined && status >= 500;
  return { ok: false, reason: status === undefined ? step : `${step} ${status}`, isFinal };
};

/** The part of an address after its `@`, as ids of messages end. */
const domainOf = (address: string): string => /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost';

/** Sends mail by the operator's server. A connection for each mail: there are few, and none is left to break. */
export const createMailer = (options: MailerOptions): Mailer => {
  const { url, from, connectMs = SMTP_CONNECT_MS, silentMs = SMTP_SILENT_MS } = options;
  const transport = createTransport({
    ...{
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silentMs,
    },
    // Of a mail that we compose nothing is ever read from elsewhere.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    send: async ({ to, subject, text, id }) => {
      try {
        await transport.sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domainOf(from)}>` },
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Quarry-Alert-Id': id },
        });
        return { ok: true };
      } catch (error) {
        return failureOf(typeof error === 'object' && error !== null ? error : {});
      }
    },
  };
};
