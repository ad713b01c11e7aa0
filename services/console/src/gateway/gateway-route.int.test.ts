import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openConsoleScene, ORIGIN, type ConsoleScene, type Person } from '../../test/console-scene.js';

const FILE = '/api/gateway/files/account-1/request-1/page.png';
const SCRAPE = '/api/gateway/scrape/web';

let scene: ConsoleScene;
let person: Person;
beforeAll(async () => {
  scene = await openConsoleScene({ callsPerUser: 5 });
  person = await scene.signUp();
});
afterAll(() => scene.close());
beforeEach(() => scene.gateway.reset());

const headers = (): Record<string, string> => ({ cookie: person.cookie, origin: ORIGIN, 'x-quarry-console': '1' });

/** A call whose body and response are streams. */
const stream = (method: string, path: string, more: Record<string, string> = {}): ClientRequest => {
  const outgoing = httpRequest(`${scene.url}${path}`, {
    method,
    headers: { ...headers(), ...more },
    agent: new Agent(),
  });
  return outgoing.on('error', () => undefined);
};

describe('a call through the console', () => {
  it('reaches the gateway with a token in place of the cookie', async () => {
    const response = await person.call('GET', '/api/gateway/requests?limit=5&host=a%20b&x=%2e%2e%2f');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 'ok' });
    const [seen] = scene.gateway.seen;
    expect(seen?.url).toBe('/requests?limit=5&host=a%20b&x=%2e%2e%2f');
    expect(seen?.headers.authorization).toBe(
      `Bearer qcs_${person.accountId}.${seen?.headers.authorization?.split('.')[1]}`,
    );
    expect(seen?.headers).not.toHaveProperty('cookie');
  });

  it('passes on what concerns the gateway and nothing else', async () => {
    await person
      .call('POST', SCRAPE, { url: 'https://example.com/' })
      .set('idempotency-key', 'k-1')
      .set('prefer', 'respond-async')
      .set('range', 'bytes=0-1')
      .set('accept', 'text/markdown')
      .set('authorization', 'Bearer qk_of_somebody_else')
      .set('x-api-key', 'qk_of_somebody_else')
      .set('x-forwarded-for', '10.0.0.1')
      .set('x-forwarded-host', 'evil.example')
      .set('x-request-id', 'mine')
      .set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
      .set('te', 'trailers')
      .set('proxy-authorization', 'Basic x')
      .set('referer', 'http://127.0.0.1:3001/playground');
    const [seen] = scene.gateway.seen;
    const names = Object.keys(seen?.headers ?? {}).filter(
      (name) => !['host', 'connection', 'content-length'].includes(name),
    );
    expect(names.sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'content-type',
      'idempotency-key',
      'prefer',
      'range',
    ]);
    expect(seen?.headers.host).toBe(new URL(scene.gateway.url).host);
    expect(seen?.headers.authorization).toMatch(/^Bearer qcs_/);
    expect(seen?.body).toBe('{"url":"https://example.com/"}');
    expect(seen?.headers['content-length']).toBe('30');
  });

  it('gets back what concerns the caller and nothing else', async () => {
    scene.gateway.answer((_request, response) => {
      response.writeHead(429, {
        ...{
          'content-type': 'application/json',
          'retry-after': '7',
          'x-credits-charged': '0',
          ratelimit: '"concurrency";r=0',
        },
        ...{
          'set-cookie': 'quarry_session=stolen',
          server: 'inner',
          location: 'https://evil.example',
          'x-powered-by': 'x',
        },
        ...{ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=1000', 'x-inner': '10.0.0.1' },
        ...{ 'content-security-policy': "script-src 'unsafe-inline'", 'x-frame-options': 'ALLOWALL' },
      });
      response.end('{"error":"concurrency_limit"}');
    });
    const response = await person.call('GET', '/api/gateway/batches');
    expect(response.status).toBe(429);
    expect(response.body).toEqual({ error: 'concurrency_limit' });
    expect(response.headers).toMatchObject({
      ...{ 'retry-after': '7', 'x-credits-charged': '0', ratelimit: '"concurrency";r=0', 'cache-control': 'no-store' },
      ...{
        'x-frame-options': 'DENY',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    });
    for (const name of ['set-cookie', 'server', 'location', 'access-control-allow-origin', 'x-inner', 'x-powered-by']) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });

  it('loads files without our header, as pictures do, from where the gateway has them', async () => {
    scene.gateway.answer((_request, response) => {
      response.writeHead(200, {
        ...{ 'content-type': 'text/html; charset=utf-8', 'content-disposition': 'attachment; filename="page.html"' },
        ...{ etag: '"1"', 'cache-control': 'private, max-age=3600' },
      });
      response.end('<script>alert(1)</script>');
    });
    const response = await person
      .call('GET', FILE)
      .unset('x-quarry-console')
      .unset('origin')
      .set('if-none-match', '"0"');
    expect(response.status).toBe(200);
    expect(scene.gateway.seen[0]).toMatchObject({
      url: '/files/account-1/request-1/page.png',
      headers: { 'if-none-match': '"0"' },
    });
    expect(response.headers).toMatchObject({
      ...{
        'content-disposition': 'attachment; filename="page.html"',
        'x-content-type-options': 'nosniff',
        etag: '"1"',
      },
      ...{
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'private, no-cache',
      },
    });
  });

  it('finds files where the operator has put them', async () => {
    const moved = await openConsoleScene({
      gatewayUrl: `${scene.gateway.url}/inner/`.slice(0, -1),
      filesUrl: 'https://files.example/stored',
    });
    try {
      const guest = await moved.signUp();
      await guest.call('GET', FILE);
      expect(scene.gateway.seen.at(-1)?.url).toBe('/inner/stored/account-1/request-1/page.png');
    } finally {
      await moved.close();
    }
  });

  it.each(['HEAD', 'GET'])('may be a %s', async (method) => {
    const response = await person.call(method, '/api/gateway/requests');
    expect(response.status).toBe(200);
    expect(scene.gateway.seen[0]?.method).toBe(method);
  });

  it('names the methods of its path', async () => {
    const response = await person.call('DELETE', '/api/gateway/requests');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET']);
    expect(scene.gateway.seen).toEqual([]);
  });
});

describe('bodies', () => {
  it('are piped both ways as they come', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    scene.gateway.answer(
      async (request, response) => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' });
        const [first] = (await once(request, 'data')) as [Buffer];
        response.write(first);
        await released;
        response.end('end');
      },
      { reads: false },
    );
    const outgoing = stream('POST', SCRAPE, { 'content-type': 'application/json' });
    outgoing.write('{"first":1');
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const [chunk] = (await once(incoming, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('{"first":1');
    outgoing.end('}');
    release();
    let rest = '';
    for await (const more of incoming as AsyncIterable<Buffer>) rest += more.toString();
    expect(rest).toBe('end');
  });

  it('that the gateway refuses before it has read them end the connection, after the response', async () => {
    scene.gateway.answer(
      (_request, response) => {
        response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
        response.end('{"error":"payload_too_large"}');
      },
      { reads: false },
    );
    const outgoing = stream('POST', SCRAPE, { 'content-type': 'application/json', 'content-length': '50000000' });
    outgoing.write(Buffer.alloc(100_000, 32));
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(413);
    expect(incoming.headers.connection).toBe('close');
    expect(JSON.parse((await incoming.toArray()).join(''))).toEqual({ error: 'payload_too_large' });
    outgoing.destroy();
  });

  it('of a response that breaks off break off', async () => {
    scene.gateway.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begun');
      setImmediate(() => response.destroy());
    });
    const outgoing = stream('GET', '/api/gateway/requests');
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    await expect(incoming.toArray()).rejects.toThrow('aborted');
  });
});

describe('a caller who leaves', () => {
  it('ends the call of the gateway before its response', async () => {
    const left = new Promise<void>((resolve) => {
      scene.gateway.answer((_request, response) => void response.once('close', resolve));
    });
    const outgoing = stream('GET', '/api/gateway/requests');
    outgoing.end();
    while (scene.gateway.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    outgoing.destroy();
    await left;
  });

  it('ends it in the middle of the response', async () => {
    const left = new Promise<void>((resolve) => {
      scene.gateway.answer((_request, response) => {
        response.once('close', resolve);
        response.write('x'.repeat(100));
      });
    });
    const outgoing = stream('GET', '/api/gateway/requests');
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    incoming.destroy();
    await left;
  });
});

describe('a gateway', () => {
  it('that refuses the token signs nobody out', async () => {
    scene.gateway.answer((_request, response) => void response.writeHead(401).end('{}'));
    const response = await person.call('GET', '/api/gateway/requests');
    expect([response.status, response.body.error]).toEqual([502, 'api_unavailable']);
    expect((await person.call('GET', '/api/session')).body.user).not.toBeNull();
  });

  it.each([301, 302, 307, 308])('that redirects with %i leads nowhere', async (status) => {
    scene.gateway.answer(
      (_request, response) => void response.writeHead(status, { location: 'http://169.254.169.254/' }).end(),
    );
    const response = await person.call('GET', '/api/gateway/requests').redirects(0);
    expect([response.status, response.headers['location']]).toEqual([502, undefined]);
    expect(scene.gateway.seen).toHaveLength(1);
  });

  it('that knows the file already says so', async () => {
    scene.gateway.answer((_request, response) => void response.writeHead(304, { etag: '"1"' }).end());
    expect((await person.call('GET', FILE)).status).toBe(304);
  });

  it('that is away is reported, without its address', async () => {
    const away = await openConsoleScene({ gatewayUrl: 'http://127.0.0.1:1' });
    try {
      const guest = await away.signUp();
      for (const [method, path, body] of [
        ['GET', '/api/gateway/requests'],
        ['POST', SCRAPE, {}],
      ] as const) {
        const response = await guest.call(method, path, body);
        expect([response.status, response.body.error]).toEqual([502, 'api_unavailable']);
        expect(response.text).not.toContain('127.0.0.1');
      }
    } finally {
      await away.close();
    }
  });

  it('that is silent is given up', async () => {
    const impatient = await openConsoleScene({ gatewayTimes: { silentMs: 50 } });
    try {
      const guest = await impatient.signUp();
      impatient.gateway.answer(() => undefined);
      const response = await guest.call('GET', '/api/gateway/requests');
      expect([response.status, response.body.error]).toEqual([504, 'api_timeout']);
    } finally {
      await impatient.close();
    }
  });

  it('that closed an idle connection is asked again', async () => {
    await person.call('GET', '/api/gateway/requests');
    scene.gateway.dropIdle();
    expect((await person.call('GET', '/api/gateway/requests')).status).toBe(200);
  });
});

describe('one person', () => {
  it('has a bounded number of calls in flight, and gets them back', async () => {
    const waiting: (() => void)[] = [];
    scene.gateway.answer((_request, response) => void waiting.push(() => response.end('{}')));
    const calls = Array.from({ length: 5 }, () =>
      person.call('GET', '/api/gateway/requests').then(({ status }) => status),
    );
    while (waiting.length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await person.call('GET', '/api/gateway/requests');
    expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
      429,
      'concurrency_limit',
      '1',
    ]);
    const other = await scene.signUp();
    const others = other.call('GET', '/api/gateway/requests').then(({ status }) => status);
    while (waiting.length < 6) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const answer of waiting) answer();
    expect(await Promise.all([...calls, others])).toEqual([200, 200, 200, 200, 200, 200]);
    scene.gateway.reset();
    expect((await person.call('GET', '/api/gateway/requests')).status).toBe(200);
  });
});
