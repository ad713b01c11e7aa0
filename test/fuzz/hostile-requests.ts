/** A request as bytes, and its allowed statuses; none where the connection may just end. */
export interface HostileRequest {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly statuses: readonly number[];
  readonly isHalfClosed?: boolean;
  /** Most responses: a smuggled request would cause one more. */
  readonly answers?: number;
}

const MIB = 1_048_576;
const HOST = 'Host: quarry.test';

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, HOST, ...headers, '', ''].join('\r\n');
const post = (headers: readonly string[], body: string): string =>
  ['POST /scrape/web HTTP/1.1', HOST, 'Content-Type: application/json', ...headers, '', body].join('\r\n');

const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: smuggled.test\r\n\r\n';

const framing = (key: string): HostileRequest[] => [
  {
    name: 'content-length with transfer-encoding, length first',
    bytes: post([key, 'Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`),
    statuses: [400],
  },
  {
    name: 'transfer-encoding with content-length, encoding first',
    bytes: post([key, 'Transfer-Encoding: chunked', 'Content-Length: 4'], `5c\r\n${SMUGGLED}\r\n0\r\n\r\n`),
    statuses: [400],
  },
  {
    name: 'two lengths that differ',
    bytes: post([key, 'Content-Length: 2', 'Content-Length: 60'], `{}${SMUGGLED}`),
    statuses: [400],
  },
  {
    name: 'two lengths that agree',
    bytes: post([key, 'Content-Length: 2', 'Content-Length: 2'], '{}'),
    statuses: [400],
  },
  { name: 'a list of lengths', bytes: post([key, 'Content-Length: 2, 2'], '{}'), statuses: [400] },
  { name: 'a negative length', bytes: post([key, 'Content-Length: -1'], '{}'), statuses: [400] },
  { name: 'a signed length', bytes: post([key, 'Content-Length: +2'], '{}'), statuses: [400] },
  {
    name: 'a length past 64 bits',
    bytes: post([key, 'Content-Length: 99999999999999999999999'], '{}'),
    statuses: [400],
  },
  ...['xchunked', 'chunked, identity', '"chunked"', 'chunked, chunked', '\x0bchunked'].map((encoding) => ({
    name: `transfer-encoding ${JSON.stringify(encoding)}`,
    bytes: post([key, `Transfer-Encoding: ${encoding}`], `0\r\n\r\n${SMUGGLED}`),
    statuses: [400, 501],
  })),
  {
    name: 'a chunk size that is no number',
    bytes: post([key, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
    statuses: [400],
  },
  {
    name: 'a chunk longer than it says',
    bytes: post([key, 'Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n'),
    statuses: [400],
  },
  {
    name: 'a chunk size past 64 bits',
    bytes: post([key, 'Transfer-Encoding: chunked'], 'ffffffffffffffffff\r\n{}'),
    statuses: [400],
  },
  {
    name: 'a chunk extension without end',
    bytes: post([key, 'Transfer-Encoding: chunked'], `2;${'x'.repeat(MIB)}\r\n{}\r\n0\r\n\r\n`),
    statuses: [400, 413],
  },
  { name: 'a space before the colon', bytes: get('/healthz', 'Transfer-Encoding : chunked'), statuses: [400] },
  { name: 'a folded header', bytes: get('/healthz', 'X-A: a\r\n b: c'), statuses: [200, 400] },
  { name: 'lines that end with LF alone', bytes: `GET /healthz HTTP/1.1\n${HOST}\n\n`, statuses: [400] },
  { name: 'a bare CR in a header', bytes: get('/healthz', 'X-A: a\rX-B: b'), statuses: [400] },
];

const heads: readonly HostileRequest[] = [
  { name: 'a null byte in the path', bytes: get('/health\0z'), statuses: [400] },
  { name: 'a null byte in a header', bytes: get('/healthz', 'X-A: a\0b'), statuses: [400] },
  { name: 'a null byte in a header name', bytes: get('/healthz', 'X-\0A: a'), statuses: [400] },
  { name: 'a header of 1 MB', bytes: get('/healthz', `X-A: ${'a'.repeat(MIB)}`), statuses: [400] },
  {
    name: '100,000 headers',
    bytes: get('/healthz', ...Array.from({ length: 100_000 }, (_, index) => `X-${index}: a`)),
    statuses: [400],
  },
  {
    name: '9,000 short headers',
    bytes: get('/healthz', ...Array.from({ length: 9_000 }, () => 'a: b')),
    statuses: [200, 400],
  },
  { name: 'an address of 1 MB', bytes: get(`/${'a'.repeat(MIB)}`), statuses: [400] },
  { name: 'an address just over its bound', bytes: get(`/${'a'.repeat(40_001)}`), statuses: [400] },
  { name: 'a method that is none', bytes: `BREW /healthz HTTP/1.1\r\n${HOST}\r\n\r\n`, statuses: [400] },
  { name: 'HTTP/9.9', bytes: `GET /healthz HTTP/9.9\r\n${HOST}\r\n\r\n`, statuses: [400] },
  { name: 'HTTP/0.9', bytes: 'GET /healthz\r\n\r\n', statuses: [200, 400] },
  { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400] },
  { name: 'a TLS hello', bytes: Buffer.from('16030100c8010000c40303', 'hex'), statuses: [400] },
  { name: 'a CONNECT', bytes: `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${HOST}\r\n\r\n`, statuses: [] },
  {
    name: 'a target in absolute form',
    bytes: `GET http://127.0.0.1:1/healthz HTTP/1.1\r\n${HOST}\r\n\r\n`,
    statuses: [200, 400, 404],
  },
  { name: 'OPTIONS *', bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n\r\n`, statuses: [400, 404] },
  {
    name: 'an upgrade to WebSocket',
    bytes: get('/healthz', 'Connection: Upgrade', 'Upgrade: websocket'),
    statuses: [200, 400],
  },
  { name: 'an expectation that is none', bytes: get('/healthz', 'Expect: the-unexpected'), statuses: [200, 400, 417] },
  { name: 'two hosts', bytes: get('/healthz', 'Host: other.test'), statuses: [200, 400] },
  { name: 'broken percent-encoding', bytes: get('/files/a/%E0%A4%A/b'), statuses: [400, 404] },
  { name: 'a path that climbs', bytes: get('/files/demo/../../../etc/passwd'), statuses: [404] },
  {
    name: 'a path that climbs, encoded',
    bytes: get('/files/demo/%2e%2e%2f%2e%2e/%2e%2e%2fquarry.sqlite'),
    statuses: [401],
  },
  { name: 'CR and LF in the path, encoded', bytes: get('/nothing%0d%0aSet-Cookie:%20a=b'), statuses: [404] },
  { name: 'a request cut in its first line', bytes: 'GET /hea', statuses: [400], isHalfClosed: true },
  {
    name: 'a request cut in its headers',
    bytes: `GET /healthz HTTP/1.1\r\n${HOST}`,
    statuses: [400],
    isHalfClosed: true,
  },
  { name: 'no bytes at all', bytes: '', statuses: [], isHalfClosed: true },
  {
    name: 'bytes of chance',
    bytes: Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7_919) % 251)),
    statuses: [400],
  },
];

/** Requests that are invalid HTTP. With `apiKey` bodies are read. */
export const hostileRequests = (apiKey: string): readonly HostileRequest[] => {
  const key = `x-api-key: ${apiKey}`;
  return [
    ...framing(key),
    ...heads,
    {
      name: 'a body cut short',
      bytes: post([key, 'Content-Length: 500'], '{"url":'),
      statuses: [400],
      isHalfClosed: true,
    },
    {
      name: 'a chunked body cut short',
      bytes: post([key, 'Transfer-Encoding: chunked'], '5\r\n{"ur'),
      statuses: [400],
      isHalfClosed: true,
    },
  ];
};
