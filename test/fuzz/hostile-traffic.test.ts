import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  inParallel,
  poll,
  proofSize,
  recordProof,
  runCli,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';
import { NO_HARM, watchFleet } from './fleet-watch.js';
import { hostileBodies } from './hostile-bodies.js';
import { hostileRequests } from './hostile-requests.js';
import { exchange, openSocket, statusesIn } from './raw-socket.js';

const IDLE_CONNECTIONS = 1_000;
const HALF_OPEN = 200;
const PIPELINED = proofSize(1_000, 20_000);
const ROUNDS = proofSize(1, 5);
/** Timeouts of the gateway that the long form waits for, and the checks between them. */
const SLOW_HEADERS_END_MS = 60_000;
const SLOW_BODY_END_MS = 170_000;
const TRICKLE_MS = 250;
/** Longest error response, however wrong the request. */
const MOST_ANSWER_CHARS = 200_000;
/** A revoked key works for a second at most; a busy machine takes longer. */
const REVOKED_WITHIN_MS = 10_000;
const POLL_MS = 50;

let site: TargetSite;
let fleet: SharedFleet;
let api: ApiClient;
let port: number;
let watch: ReturnType<typeof watchFleet>;
let page: string;
const startedAt = performance.now();
const counted = { cases: 0, failures: 0 };

/** Counts a case; it has failed until it ends. */
const attack = async (run: () => Promise<void>): Promise<void> => {
  counted.cases += 1;
  counted.failures += 1;
  await run();
  counted.failures -= 1;
};

const expectSoundAnswer = async (): Promise<void> => {
  const answer = await api.scrape({ url: page, jsRendering: false, outputFormat: ['text'] });
  expect([answer.status, answer.headers.get('x-credits-charged')]).toEqual([200, '1']);
};

beforeAll(async () => {
  site = await startSharedSite();
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
  port = Number(new URL(fleet.baseUrl).port);
  page = `${site.url}/page/sound`;
  await expectSoundAnswer();
  watch = watchFleet(fleet);
}, 180_000);

afterAll(async () => {
  recordProof({
    name: 'hostile traffic over raw sockets',
    ...counted,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    note: `each followed by a sound answer; ${PIPELINED} pipelined, ${IDLE_CONNECTIONS} idle connections`,
  });
  await site.close();
}, 60_000);

describe('requests that are broken as HTTP', () => {
  it.each(hostileRequests('<key>').map(({ name }, index) => [name, index] as const))('%s', async (_name, index) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await attack(async () => {
        const request = hostileRequests(fleet.apiKey)[index];
        if (!request) throw new Error('no such request');
        const { name, bytes, statuses, isHalfClosed = false } = request;
        // One response more than allowed: a smuggled request would cause it, and a closed connection ends the wait.
        const answer = await exchange({ port, bytes, isHalfClosed, answers: 2, timeoutMs: 700 });
        expect(answer.text).not.toMatch(/^set-cookie/im);
        expect(answer.statuses.length).toBeLessThanOrEqual(1);
        const [status] = answer.statuses;
        if (status === undefined) expect([name, answer.isClosed]).toEqual([name, true]);
        else expect(statuses).toContain(status);
        await expectSoundAnswer();
      });
    }
  });

  it('are answered in the words of the contract where they are answered with 400', async () => {
    const { text } = await exchange({ port, bytes: 'BREW / HTTP/1.1\r\n\r\n' });
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
    expect(body).toMatchObject({ status: 'error', error: 'bad_request', requestMetadata: { status: 'error' } });
  });
});

describe('bodies that are hostile as JSON', () => {
  it.each(hostileBodies('<page>').map(({ name }, index) => [name, index] as const))('%s', async (_name, index) => {
    await attack(async () => {
      const hostile = hostileBodies(page)[index];
      if (!hostile) throw new Error('no such body');
      const answer = await fetch(`${fleet.baseUrl}/scrape/web`, {
        method: 'POST',
        headers: { 'x-api-key': fleet.apiKey, 'content-type': 'application/json', ...hostile.headers },
        body: typeof hostile.body === 'string' ? hostile.body : new Uint8Array(hostile.body),
      });
      const text = await answer.text();
      expect(hostile.statuses).toContain(answer.status);
      const body = JSON.parse(text) as { requestMetadata: { status: string }; errors?: unknown[] };
      expect(body.requestMetadata.status).toBe(answer.ok ? 'ok' : 'error');
      if (answer.status === 422) expect(body.errors?.length).toBeGreaterThan(0);
      if (!answer.ok) expect(text.length).toBeLessThan(MOST_ANSWER_CHARS);
      await expectSoundAnswer();
    });
  });
});

describe('many connections', () => {
  it(`${IDLE_CONNECTIONS} idle ones leave room for a request`, async () => {
    await attack(async () => {
      const idle = await inParallel(IDLE_CONNECTIONS, 50, () => openSocket(port));
      await inParallel(10, 5, expectSoundAnswer);
      for (const socket of idle) socket.destroy();
    });
  }, 60_000);

  it(`${HALF_OPEN} cut in the middle and never closed by their clients leave room too`, async () => {
    await attack(async () => {
      const cut = await inParallel(HALF_OPEN, 50, async (index) => {
        const socket = await openSocket(port);
        const head = `POST /scrape/web HTTP/1.1\r\nHost: a\r\nx-api-key: ${fleet.apiKey}\r\nContent-Type: application/json\r\n`;
        socket.end(index % 2 === 0 ? head : `${head}Content-Length: 900\r\n\r\n{"url":`);
        return socket;
      });
      await inParallel(10, 5, expectSoundAnswer);
      for (const socket of cut) socket.destroy();
    });
  }, 60_000);

  it('clients that vanish in the middle of a request cost nothing', async () => {
    await attack(async () => {
      const before = await api.usage();
      await inParallel(100, 20, async (index) => {
        const socket = await openSocket(port);
        const body = JSON.stringify({ url: `${site.url}/slow/${60_000 + index}` });
        socket.write(
          `POST /scrape/web HTTP/1.1\r\nHost: a\r\nx-api-key: ${fleet.apiKey}\r\nContent-Type: application/json\r\n`,
        );
        socket.write(`Content-Length: ${body.length + 10}\r\n\r\n${body}`, () => socket.resetAndDestroy());
      });
      const after = await api.usage();
      expect({ ...after }).toEqual({ ...before });
    });
  }, 60_000);

  it(`${PIPELINED} pipelined requests are answered one by one, in their order`, async () => {
    await attack(async () => {
      const paths = Array.from({ length: PIPELINED }, (_, index) => (index % 3 === 0 ? '/nothing' : '/healthz'));
      const bytes = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
      const { statuses } = await exchange({ port, bytes, answers: PIPELINED, timeoutMs: 60_000 });
      expect(statuses).toEqual(paths.map((path) => (path === '/nothing' ? 404 : 200)));
      await expectSoundAnswer();
    });
  }, 90_000);

  it('pipelined scrapes are all answered and charged once each', async () => {
    await attack(async () => {
      const before = await api.usage();
      const body = JSON.stringify({ url: page, jsRendering: false });
      const one = `POST /scrape/web HTTP/1.1\r\nHost: a\r\nx-api-key: ${fleet.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const { statuses } = await exchange({ port, bytes: one.repeat(20), answers: 20, timeoutMs: 30_000 });
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
      expect((await api.usage()).availableCredits).toBe(before.availableCredits - 20);
    });
  }, 60_000);
});

describe('slow clients', () => {
  const trickle = async (head: string, byte: string): Promise<{ closed: Promise<string>; stop: () => void }> => {
    const socket = await openSocket(port);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), TRICKLE_MS);
    const closed = new Promise<string>((resolve) => {
      for (const event of ['end', 'close'] as const) socket.once(event, () => resolve(text));
    });
    const stop = (): void => {
      clearInterval(timer);
      socket.destroy();
    };
    return { closed: closed.finally(stop), stop };
  };
  const slowHeaders = (): ReturnType<typeof trickle> => trickle('GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ', 'a');
  const slowBody = (): ReturnType<typeof trickle> =>
    trickle(
      `POST /scrape/web HTTP/1.1\r\nHost: a\r\nx-api-key: ${fleet.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"url":"`,
      'a',
    );

  it('that send a byte now and then hold up nobody', async () => {
    await attack(async () => {
      const slow = await inParallel(200, 50, (index) => (index % 2 === 0 ? slowHeaders() : slowBody()));
      await inParallel(20, 5, expectSoundAnswer);
      for (const { stop } of slow) stop();
    });
  }, 60_000);

  const cutOff = proofSize(0, 1) === 1 ? it : it.skip;
  cutOff(
    'are cut off when their time for headers and for the body is up [long form only]',
    async () => {
      const timeOut = (ms: number): Promise<string> =>
        new Promise((resolve) => setTimeout(() => resolve('still open'), ms).unref());
      await attack(async () => {
        const [headers, body] = await Promise.all([slowHeaders(), slowBody()]);
        const [headersEnd, bodyEnd] = await Promise.all([
          Promise.race([headers.closed, timeOut(SLOW_HEADERS_END_MS)]),
          Promise.race([body.closed, timeOut(SLOW_BODY_END_MS)]),
        ]);
        expect([headersEnd, bodyEnd]).not.toContain('still open');
        for (const status of [...statusesIn(headersEnd), ...statusesIn(bodyEnd)]) expect([400, 408]).toContain(status);
        await expectSoundAnswer();
      });
    },
    240_000,
  );
});

describe('keys that open nothing', () => {
  const PLAIN_ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

  it('are told apart by nothing: unknown, nearly right, revoked, missing', async () => {
    await attack(async () => {
      const env = fleet.cliEnv;
      const made = await runCli(['key', 'create', fleet.accountId, '--name', 'short-lived', '--json'], env);
      const { id, key: revoked } = JSON.parse(made.stdout) as { id: string; key: string };
      const ask = async (key: string | undefined): Promise<unknown> => {
        const answer = await fetch(`${fleet.baseUrl}/scrape/web`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
          body: '{}',
        });
        const headers = [...answer.headers].filter(([name]) => name !== 'date');
        const text = await answer.text();
        return JSON.stringify([answer.status, headers, text]).replace(PLAIN_ID, '<id>');
      };
      expect(await ask(revoked)).toContain('validation_failed');
      expect((await runCli(['key', 'revoke', id], env)).code).toBe(0);
      const lastLetter = fleet.apiKey.endsWith('A') ? 'B' : 'A';
      const nearlyRight = fleet.apiKey.slice(0, -1) + lastLetter;
      await poll(
        () => ask(revoked),
        (text) => !String(text).includes('validation_failed'),
        { timeoutMs: REVOKED_WITHIN_MS, everyMs: POLL_MS },
      );
      const answers = await Promise.all(
        [
          undefined,
          '',
          'qk_unknown',
          nearlyRight,
          revoked,
          fleet.apiKey.toLowerCase(),
          `${fleet.apiKey}x`,
          'a'.repeat(8_000),
        ].map(ask),
      );
      expect(answers[0]).toContain('"unauthorized');
      expect(new Set(answers).size).toBe(1);
    });
  }, 60_000);
});

describe('after all of it', () => {
  it('no process was started again and nothing was logged as an error', async () => {
    await expectSoundAnswer();
    expect(watch.harm()).toEqual(NO_HARM);
    expect(await api.usage()).toMatchObject({ heldCredits: 0, availableConcurrency: 64 });
  });
});
