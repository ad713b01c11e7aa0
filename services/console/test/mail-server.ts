import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as they came. */
  readonly raw: string;
}

export interface MailServerOptions {
  /** Addresses that the server refuses for good. */
  readonly unknown?: readonly string[];
}

/** A mail server on this machine, which keeps what it gets. While `isAway` it says that it is busy. */
export const startMailServer = async (options: MailServerOptions = {}) => {
  const unknown = new Set(options.unknown);
  const mails: ReceivedMail[] = [];
  const state = { isAway: false };
  const refuse = (responseCode: number): Error => Object.assign(new Error('not now'), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) => done(state.isAway ? refuse(451) : undefined),
    onRcptTo: ({ address }, _session, done) => done(unknown.has(address) ? refuse(550) : undefined),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    unknown,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
