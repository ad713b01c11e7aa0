import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { createLogger, createMetrics } from '@quarry/observability';
import type { Role } from '@quarry/people';
import type { Store } from '@quarry/store';
import supertest, { type Test } from 'supertest';
import { openInlineStore } from '../../../packages/store/test/sqlite/open-inline-store.js';
import { build, type ConsoleOptions } from '../src/build.js';
import { listen } from '../src/http/listen.js';
import type { FleetLink } from '../src/ports.js';
import { createFakeFleet } from './fake-fleet.js';
import { startFakeGateway } from './fake-gateway.js';

/** The origin of the console's own pages. */
export const ORIGIN = 'http://127.0.0.1:3001';
export const PASSWORD = 'a long enough password';

export const PICKER_PATH = '/assets/picker-a1b2.js';

/** Passwords are hashed at no cost, and each time is counted. */
const countingHashes = () => {
  const counts = { hash: 0, verify: 0 };
  return {
    counts,
    functions: {
      hash: async (password: string) => {
        counts.hash += 1;
        return `hashed ${password}`;
      },
      verify: async (passwordHash: string, password: string) => {
        counts.verify += 1;
        return passwordHash === `hashed ${password}`;
      },
    },
  };
};

export type SceneOptions = Partial<
  Pick<
    ConsoleOptions,
    | 'consoleUrl'
    | 'mailer'
    | 'operatorEmails'
    | 'isSignUpOpen'
    | 'proxies'
    | 'web'
    | 'callsPerUser'
    | 'gatewayTimes'
    | 'origins'
    | 'filesUrl'
  >
> & {
  readonly gatewayUrl?: string;
  readonly hashFunctions?: ConsoleOptions['hashFunctions'] | 'argon2id';
  readonly fleet?: FleetLink;
  /** Time of each step of the store. */
  readonly stepMs?: number;
};

/** Somebody with a browser. */
export interface Person {
  readonly email: string;
  /** The value of the `Cookie` header. */
  readonly cookie: string;
  readonly accountId: string;
  call(method: string, path: string, body?: object): Test;
}

let addresses = 0;
/** A network address that nothing has come from yet. */
export const newAddress = (): string => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

export const cookieOf = (headers: Readonly<Record<string, unknown>>): string => {
  const [set = ''] = (headers['set-cookie'] ?? []) as string[];
  return set.split(';', 1)[0] ?? '';
};

/** Calls of the console at `url`, and people who make them. */
const createPeople = (url: string, records: Store['records']) => {
  /** A call as the app's own pages make it. */
  const call = (method: string, path: string, body?: object, cookie?: string): Test => {
    const test = supertest(url)[method.toLowerCase() as 'get'](path).set('origin', ORIGIN).set('x-quarry-console', '1');
    if (cookie !== undefined) test.set('cookie', cookie);
    return body === undefined ? test : test.send(body);
  };

  const personWith = (email: string, cookie: string, accountId: string): Person => ({
    ...{ email, cookie, accountId },
    call: (method, path, body) => call(method, path, body, cookie),
  });

  const signUp = async (email = `${randomUUID()}@example.com`): Promise<Person> => {
    const response = await call('POST', '/api/sign-up', { email, password: PASSWORD }).set(
      'x-forwarded-for',
      newAddress(),
    );
    if (response.status !== 201) throw new Error(`sign-up failed: ${response.text}`);
    const { account } = response.body as { account: { id: string } };
    return personWith(email, cookieOf(response.headers), account.id);
  };

  /** Somebody who has accepted an invitation to an account. */
  const join = async (owner: Person, role: Role, email = `${randomUUID()}@example.com`): Promise<Person> => {
    const invited = await owner.call('POST', '/api/members', { email, role });
    const { inviteUrl } = invited.body as { inviteUrl: string };
    const token = inviteUrl.split('/').at(-1);
    const response = await call('POST', '/api/links/use', { token, password: PASSWORD }).set(
      'x-forwarded-for',
      newAddress(),
    );
    if (response.status !== 200) throw new Error(`joining failed: ${response.text}`);
    return personWith(email, cookieOf(response.headers), owner.accountId);
  };

  /** An operator of the deployment, as the command line makes them. */
  const signUpOperator = async (): Promise<Person> => {
    const person = await signUp();
    const record = await records.get('user', person.email);
    if (record === null) throw new Error('no user');
    const data = { ...(record.data as object), isOperator: true };
    await records.replace('user', person.email, record.version, { data });
    return person;
  };

  return { call, signUp, join, signUpOperator, personWith };
};

/**
 * Lets others have a turn before each step, as a store in a thread or on another host does: without that each call of the console
 * would be done before the next one begins, and none of them could ever race.
 */
const inTurns = <Calls extends object>(calls: Calls, stepMs: number): Calls =>
  new Proxy(calls, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]): Promise<unknown> => {
        await setTimeout(stepMs);
        return (call as (...values: unknown[]) => unknown)(...args);
      };
    },
  });

/** The console on the embedded store, before a server in the gateway's place. */
export const openConsoleScene = async (options: SceneOptions = {}) => {
  const { hashFunctions, gatewayUrl, stepMs = 0, fleet: _given, ...overrides } = options;
  let aheadMs = 0;
  let heldMs: number | undefined;
  const clock = (): number => (heldMs ?? Date.now()) + aheadMs;
  const folder = await mkdtemp(path.join(tmpdir(), 'quarry-console-'));
  const store = openInlineStore({ path: path.join(folder, 'quarry.sqlite'), clock });
  const { records } = store;
  const turned = { ...store, records: inTurns(records, stepMs) };
  const gateway = await startFakeGateway();
  const hashes = countingHashes();
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const log = createLogger({ service: 'console', level: 'debug', stream });
  const metrics = createMetrics({ service: 'console' });
  const fleet = options.fleet ?? createFakeFleet();
  const own = build({
    ports: {
      ...turned,
      fleet,
      ping: () => store.ping(),
    },
    tokens: { seal: ({ accountId, userId }) => `qcs_${accountId}.${userId}` },
    consoleUrl: ORIGIN,
    gatewayUrl: gatewayUrl ?? gateway.url,
    apiUrl: 'http://127.0.0.1:3000',
    filesUrl: 'http://127.0.0.1:3000/files',
    isSignUpOpen: true,
    signUpPlan: { credits: 500, periodDays: 30, concurrency: 3 },
    // Each call may name its own address.
    proxies: 1,
    origins: {},
    web: { assets: new Map(), page: '<p>app</p>', pickerPath: PICKER_PATH },
    version: '0.0.0',
    ...{ log, metrics, clock },
    ...(hashFunctions === 'argon2id' ? {} : { hashFunctions: hashFunctions ?? hashes.functions }),
    ...overrides,
  });
  const server = await listen(own.app, { host: '127.0.0.1', port: 0, closeMs: 100 });
  const url = `http://127.0.0.1:${server.port}`;

  const people = createPeople(url, records);

  return {
    ...{
      url,
      port: server.port,
      routes: own.routes,
      startAlerts: () => own.startAlerts(),
      ready: () => own.ready(),
      records,
      store,
      gateway,
      lines,
      hashes: hashes.counts,
    },
    ...people,
    advance: (durationMs: number): void => void (aheadMs += durationMs),
    /** From now on, time passes by `advance` alone: windows of a minute do not end between two calls. */
    holdClock: (): void => void (heldMs = Date.now()),
    clock,
    close: async (): Promise<void> => {
      await server.close();
      own.close();
      await gateway.close();
      await store.close();
      metrics.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type ConsoleScene = Awaited<ReturnType<typeof openConsoleScene>>;
