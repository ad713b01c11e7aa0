import { createSocket, type Socket } from 'node:dgram';
import { Resolver as WireClient } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { Resolver } from '../../src/target/guarded-lookup.js';
import { ipv4Number, ipv6Number } from './address-numbers.js';

/** Records of one name, in the order they are sent; an alias leads on within the same answer. */
export type DnsRecords = readonly (string | { readonly alias: string })[];

/** What is told about a name; `asked` counts the questions about it from 0, so that it may turn. */
export type DnsZone = (name: string, asked: number) => DnsRecords | undefined;

export interface DnsServer {
  readonly port: number;
  /** Names that were asked for, each question once. */
  readonly questions: () => readonly string[];
  readonly reset: () => void;
  readonly close: () => void;
}

const TYPE = { A: 1, CNAME: 5, AAAA: 28 } as const;
const HEADER_BYTES = 12;
const QUESTION_TAIL_BYTES = 4;
const MAX_ALIASES = 8;
const FLAGS = { answer: 0x8180, noName: 0x8183 } as const;
const WIRE_TIMEOUT_MS = 2_000;

interface Question {
  readonly name: string;
  readonly type: number;
  /** The bytes of name, type and class. */
  readonly raw: Buffer;
}

const readQuestion = (message: Buffer): Question | undefined => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  const end = at + 1 + QUESTION_TAIL_BYTES;
  if (end > message.length) return undefined;
  const raw = message.subarray(HEADER_BYTES, end);
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), raw };
};

const writeName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.of(0)]);

const writeRecord = (name: string, type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  // No time to live: nobody on the way may keep it.
  head.writeUInt32BE(0, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), head, data]);
};

const addressBytes = (address: string): Buffer => {
  const text = isIPv4(address)
    ? ipv4Number(address).toString(16).padStart(8, '0')
    : ipv6Number(address).toString(16).padStart(32, '0');
  return Buffer.from(text, 'hex');
};

/** The records that answer a question, aliases first, as a resolver on the way sends them. */
const collectRecords = (zone: DnsZone, question: Question, asked: number): Buffer[] | undefined => {
  const records: Buffer[] = [];
  let name = question.name;
  for (let hop = 0; hop < MAX_ALIASES; hop += 1) {
    const found = zone(name, asked);
    if (!found) return hop === 0 ? undefined : records;
    const [alias] = found.filter((one) => typeof one !== 'string');
    if (!alias) {
      const addresses = found.filter((one) => typeof one === 'string');
      const wanted = addresses.filter((one) => (isIPv4(one) ? TYPE.A : TYPE.AAAA) === question.type);
      return [...records, ...wanted.map((one) => writeRecord(name, question.type, addressBytes(one)))];
    }
    records.push(writeRecord(name, TYPE.CNAME, writeName(alias.alias)));
    name = alias.alias;
  }
  return records;
};

const answer = (message: Buffer, question: Question, records: Buffer[] | undefined): Buffer => {
  const head = Buffer.alloc(HEADER_BYTES);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(records ? FLAGS.answer : FLAGS.noName, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records?.length ?? 0, 6);
  return Buffer.concat([head, question.raw, ...(records ?? [])]);
};

const bind = (socket: Socket, port: number, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ port, address }, () => resolve(socket.address().port));
  });

/** A name server of ours on the wire, by UDP. */
export const startDnsServer = async (zone: DnsZone, port = 0, address = '127.0.0.1'): Promise<DnsServer> => {
  const socket = createSocket(address.includes(':') ? { type: 'udp6', ipv6Only: true } : { type: 'udp4' });
  const asked = new Map<string, number>();
  let questions: string[] = [];
  socket.on('message', (message, peer) => {
    const question = readQuestion(message);
    if (!question) return;
    const key = `${question.name} ${question.type}`;
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    questions.push(question.name);
    socket.send(answer(message, question, collectRecords(zone, question, count)), peer.port, peer.address);
  });
  return {
    port: await bind(socket, port, address),
    questions: () => questions,
    reset: () => {
      questions = [];
    },
    close: () => void socket.close(),
  };
};

/** Asks a name server for both families, each time anew. */
export const createWireResolver = (port: number): Resolver => {
  const client = new WireClient({ timeout: WIRE_TIMEOUT_MS, tries: 2 });
  client.setServers([`127.0.0.1:${port}`]);
  return async (hostname) => {
    const name = hostname.replace(/\.$/, '');
    const [ipv4, ipv6] = await Promise.allSettled([client.resolve4(name), client.resolve6(name)]);
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  };
};
