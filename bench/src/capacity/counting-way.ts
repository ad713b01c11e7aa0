/**
 * Proxies to a MongoDB and an S3 server that count requests. Arguments: `host:port` of each. Prints the ports of both proxies
 * and of the counts, which are served as JSON.
 */
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { createHttpCounter } from './count-http-requests.js';
import { createMongoCounter } from './count-mongo-commands.js';

/** By command or method; `bytesIn` is what the clients sent. */
interface Tally {
  readonly calls: Record<string, number>;
  bytesIn: number;
  bytesOut: number;
  bodyBytes: number;
}

const [storeHost = '', fileHost = ''] = process.argv.slice(2);
const newTally = (): Tally => ({ calls: {}, bytesIn: 0, bytesOut: 0, bodyBytes: 0 });
const tallies = { store: newTally(), files: newTally() };
const add = (tally: Tally, name: string): void => void (tally.calls[name] = (tally.calls[name] ?? 0) + 1);

const counters: Readonly<Record<keyof typeof tallies, () => (piece: Buffer) => void>> = {
  store: () => createMongoCounter((command) => add(tallies.store, command)),
  files: () =>
    createHttpCounter((method, _, bodyBytes) => {
      add(tallies.files, method);
      tallies.files.bodyBytes += bodyBytes;
    }),
};

const openWay = (kind: keyof typeof tallies, address: string): Server => {
  const { hostname: host, port } = new URL(`http://${address}`);
  const tally = tallies[kind];
  return createServer({ noDelay: true }, (client) => {
    const server = connect({ host, port: Number(port), noDelay: true });
    const count = counters[kind]();
    client.on('data', (piece) => {
      tally.bytesIn += piece.length;
      count(piece);
    });
    server.on('data', (piece) => void (tally.bytesOut += piece.length));
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
};

const portOf = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const counts = createHttpServer((_, response) => response.end(JSON.stringify(tallies)));
console.log(
  JSON.stringify({
    store: await portOf(openWay('store', storeHost)),
    files: await portOf(openWay('files', fileHost)),
    counts: await portOf(counts),
  }),
);
