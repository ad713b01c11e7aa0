import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** Status codes in order of arrival. */
  readonly statuses: readonly number[];
  readonly text: string;
  readonly isClosed: boolean;
}

export interface RawExchange {
  readonly port: number;
  readonly bytes: Buffer | string;
  /** Responses to wait for; the wait also ends with the connection. */
  readonly answers?: number;
  /** Ends our side after the bytes, as `kill -9` of a client does not. */
  readonly isHalfClosed?: boolean;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/g;

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(STATUS_LINE)].map(([, status]) => Number(status));

/** A connection that stays open; errors are ignored. */
export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });

/** Sends raw bytes; resolves after the wanted responses, the end of the connection, or the timeout. */
export const exchange = async ({ port, bytes, answers = 1, ...options }: RawExchange): Promise<RawAnswer> => {
  const socket = await openSocket(port);
  const chunks: Buffer[] = [];
  const read = (): string => Buffer.concat(chunks).toString('latin1');
  const isClosed = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const settle = (closed: boolean): void => {
      clearTimeout(timer);
      resolve(closed);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (statusesIn(read()).length >= answers) setImmediate(() => settle(false));
    });
    socket.once('end', () => settle(true));
    socket.once('close', () => settle(true));
    socket.write(bytes);
    if (options.isHalfClosed) socket.end();
  });
  socket.destroy();
  const text = read();
  return { statuses: statusesIn(text), text, isClosed };
};
