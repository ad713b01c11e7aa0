import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { MAX_REPLY_BYTES, probeRedis } from './redis-probe.js';

/** Something that listens where a Redis should. */
const withListener = async (serve: (socket: Socket) => void, run: (host: string) => Promise<void>): Promise<void> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
};

const POLICY = '*2\r\n$16\r\nmaxmemory-policy\r\n$10\r\nnoeviction\r\n';
const answering = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));

describe('probeRedis', () => {
  it('reads an answer that comes byte by byte', () =>
    withListener(
      (socket) =>
        void socket.setNoDelay(true).once('data', () => {
          const bytes = [...`+PONG\r\n${POLICY}`];
          const next = (): void => {
            const byte = bytes.shift();
            if (byte !== undefined) socket.write(byte, () => setImmediate(next));
          };
          next();
        }),
      async (host) => {
        expect(await probeRedis(`redis://${host}`)).toEqual({ outcome: 'answered', evictionPolicy: 'noeviction' });
      },
    ));

  it('takes a server that does not tell its policy', () =>
    withListener(answering('+PONG\r\n-ERR unknown command\r\n'), async (host) => {
      expect(await probeRedis(`redis://${host}`)).toEqual({ outcome: 'answered', evictionPolicy: null });
    }));

  it('sends user and password first, decoded', () =>
    withListener(
      (socket) =>
        void socket.once('data', (sent) => {
          const isKnown = sent.toString().startsWith('*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$3\r\np@s\r\n');
          socket.write(isKnown ? `+OK\r\n+PONG\r\n${POLICY}` : '-WRONGPASS\r\n-NOAUTH\r\n-NOAUTH\r\n');
        }),
      async (host) => {
        expect(await probeRedis(`redis://me:p%40s@${host}`)).toMatchObject({ outcome: 'answered' });
        expect(await probeRedis(`redis://me:no@${host}`)).toEqual({ outcome: 'refused', reason: 'NOAUTH' });
      },
    ));

  it.each([
    [
      'a server without its password',
      '-NOAUTH Authentication required.\r\n-NOAUTH\r\n',
      'NOAUTH Authentication required.',
    ],
    ['a web server', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', 'TTP/1.1 400 Bad Request'],
    ['endless noise', 'x'.repeat(MAX_REPLY_BYTES + 1), 'the response is not that of Redis'],
  ])('refuses %s', (_, text, reason) =>
    withListener(answering(text), async (host) => {
      expect(await probeRedis(`redis://${host}`)).toEqual({ outcome: 'refused', reason });
    }),
  );

  it('ends when the other side hangs up, is not there or says nothing', async () => {
    await withListener(
      (socket) => void socket.once('data', () => socket.end()),
      async (host) => {
        expect(await probeRedis(`redis://${host}`)).toEqual({ outcome: 'refused', reason: 'it closed the connection' });
      },
    );
    expect(await probeRedis('redis://127.0.0.1:1')).toEqual({ outcome: 'refused', reason: 'ECONNREFUSED' });
    await withListener(
      () => undefined,
      async (host) => {
        const probe = await probeRedis(`redis://${host}`, { timeoutMs: 50 });
        expect(probe).toEqual({ outcome: 'refused', reason: 'no response in time' });
      },
    );
  });
});
