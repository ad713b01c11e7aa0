import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHttpCounter } from './count-http-requests.js';
import { createMongoCounter } from './count-mongo-commands.js';

/** Cuts bytes at these places. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((left, right) => left - right);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
};

const command = (name: string, padding: number): Buffer => {
  const body = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0x02]),
    Buffer.from(`${name}\0`),
    Buffer.alloc(padding + 60, 0xff),
  ]);
  const message = Buffer.concat([Buffer.alloc(16), Buffer.alloc(5), body]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(2013, 12);
  return message;
};

const request = (method: string, bodyBytes: number): Buffer => {
  const head = `${method} /bucket/key HTTP/1.1\r\nhost: x\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
  // A body that looks like heads.
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bodyBytes, 'PUT / HTTP/1.1\r\n\r\n')]);
};

const places = fc.array(fc.nat());

describe('what passes a counting proxy', () => {
  it('is counted by MongoDB’s commands, in chunks of any size', () => {
    const commands = fc.array(fc.tuple(fc.constantFrom('insert', 'update', 'find'), fc.nat(300)), { maxLength: 6 });
    fc.assert(
      fc.property(commands, places, (sent, cuts) => {
        const seen: string[] = [];
        const count = createMongoCounter((name) => seen.push(name));
        for (const piece of cut(Buffer.concat(sent.map(([name, size]) => command(name, size))), cuts)) count(piece);
        expect(seen).toEqual(sent.map(([name]) => name));
      }),
    );
  });

  it('leaves out commands that a driver sends by itself', () => {
    const seen: string[] = [];
    createMongoCounter((name) => seen.push(name))(Buffer.concat([command('hello', 0), command('find', 0)]));
    expect(seen).toEqual(['find']);
  });

  it('is counted by requests and the bytes of their bodies, in chunks of any size', () => {
    const requests = fc.array(fc.tuple(fc.constantFrom('PUT', 'GET'), fc.nat(300)), { maxLength: 6 });
    fc.assert(
      fc.property(requests, places, (sent, cuts) => {
        const seen: [string, number][] = [];
        const count = createHttpCounter((method, _, bytes) => seen.push([method, bytes]));
        for (const piece of cut(Buffer.concat(sent.map(([method, size]) => request(method, size))), cuts)) count(piece);
        expect(seen).toEqual(sent);
      }),
    );
  });
});
