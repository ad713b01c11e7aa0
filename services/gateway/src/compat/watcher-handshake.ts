import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What RFC 6455 adds to the key of a handshake. */
const PROTOCOL_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A frame that closes the connection as planned. */
const CLOSE_FRAME = Buffer.from([0x88, 0x02, 0x03, 0xe8]);
const CLOSING_MS = 5_000;

const JOB_PATH = /\/v2\/(?:crawl|batch\/scrape)\/[\da-f-]{36}$/i;
const TOKEN = /^[\w.~-]{1,200}$/;

/**
 * Whether a handshake is of the client that names its key as a protocol. It asks for the status of a job again and again only once a
 * connection was opened and closed; the others do so where there is none.
 */
export const isWatcher = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['sec-websocket-key'] !== undefined &&
  TOKEN.test(headers['sec-websocket-protocol'] ?? '') &&
  JOB_PATH.test(url);

/** Opens the connection of a watcher and closes it at once, whoever it is: nothing is read or told. */
export const sendWatcherOff = ({ headers }: IncomingMessage, socket: Duplex): void => {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${PROTOCOL_ID}`).digest('base64');
  const head = [
    'HTTP/1.1 101 Switching Protocols',
    'upgrade: websocket',
    'connection: upgrade',
    `sec-websocket-accept: ${accept}`,
    `sec-websocket-protocol: ${headers['sec-websocket-protocol']}`,
  ];
  const late = setTimeout(() => socket.destroy(), CLOSING_MS);
  socket.once('close', () => clearTimeout(late));
  socket.once('error', () => socket.destroy());
  socket.resume();
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.end(CLOSE_FRAME);
};
