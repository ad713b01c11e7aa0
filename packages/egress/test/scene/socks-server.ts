import { connect, createServer, type Server, type Socket } from 'node:net';

/** One CONNECT as the server heard it. */
export interface SocksAsk {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
}

export interface SocksServerOptions {
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Reply code instead of a connection; `silence`: none at all. */
  readonly reply?: number | 'silence';
  /** Says nothing from the start. */
  readonly isMute?: boolean;
  /** Refuses addresses by this reply, and resolves names to loopback. */
  readonly refusesAddresses?: number;
}

const V4 = 1;
const NAME = 3;
const REFUSED = 5;

const readSome = (socket: Socket, sizeBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const drop = () => reject(new Error('closed'));
    const read = () => {
      const bytes = socket.read(sizeBytes) as Buffer | null;
      if (bytes === null) return;
      socket.off('readable', read).off('close', drop);
      resolve(bytes);
    };
    socket.on('readable', read).once('close', drop);
    read();
  });

const readHost = async (socket: Socket, kind: number): Promise<string> => {
  if (kind === V4) return [...(await readSome(socket, 4))].join('.');
  if (kind !== NAME) return (await readSome(socket, 16)).toString('hex').replaceAll(/(.{4})(?!$)/g, '$1:');
  const [length = 0] = await readSome(socket, 1);
  return (await readSome(socket, length)).toString();
};

const readText = async (socket: Socket): Promise<string> => {
  const [length = 0] = await readSome(socket, 1);
  return length === 0 ? '' : (await readSome(socket, length)).toString();
};

const login = async (socket: Socket, options: SocksServerOptions): Promise<string | undefined | false> => {
  const [, count = 0] = await readSome(socket, 2);
  const methods = await readSome(socket, count);
  const { credentials } = options;
  if (!credentials) {
    socket.write(Buffer.of(5, 0));
    return undefined;
  }
  if (!methods.includes(2)) {
    socket.end(Buffer.of(5, 0xff));
    return false;
  }
  socket.write(Buffer.of(5, 2));
  await readSome(socket, 1);
  const username = await readText(socket);
  const password = await readText(socket);
  const isRight = username === credentials.username && password === credentials.password;
  socket.write(Buffer.of(1, isRight ? 0 : 1));
  return isRight ? username : false;
};

const replyBytes = (code: number): Buffer => Buffer.of(5, code, 0, V4, 127, 0, 0, 1, 0, 0);

const serveOne = async (socket: Socket, options: SocksServerOptions, asks: SocksAsk[]): Promise<void> => {
  const username = await login(socket, options);
  if (username === false) return;
  const [, , , kind = 0] = await readSome(socket, 4);
  const host = await readHost(socket, kind);
  const port = (await readSome(socket, 2)).readUInt16BE(0);
  asks.push({ host, port, username });
  if (options.reply === 'silence') return;
  const refusal = options.reply ?? (kind === NAME ? undefined : options.refusesAddresses);
  if (refusal !== undefined) return void socket.end(replyBytes(refusal));
  let isUp = false;
  const target = connect(port, kind === NAME ? '127.0.0.1' : host, () => {
    isUp = true;
    socket.write(replyBytes(0));
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => (isUp ? socket.destroy() : socket.end(replyBytes(REFUSED)))).setNoDelay(true);
  socket.on('close', () => target.destroy());
};

/** A small SOCKS5 proxy that does, or refuses, as it is told. */
export const createSocksServer = (options: SocksServerOptions = {}): { server: Server; asks: SocksAsk[] } => {
  const asks: SocksAsk[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setNoDelay(true);
    if (!options.isMute) serveOne(socket, options, asks).catch(() => socket.destroy());
  });
  return { server, asks };
};
