import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BatchJob, Period, RequestRow, Store } from '@quarry/store';
import { poll, type ApiClient, type Fleet } from '@quarry/testkit';

const PAGE_ROWS = 200;

/** Receives webhooks by their ids, and refuses them until it is open. */
export interface Receiver {
  readonly host: string;
  readonly url: string;
  readonly refused: ReadonlySet<string>;
  /** Bodies by `webhook-id`. */
  readonly heard: ReadonlyMap<string, readonly string[]>;
  open(): void;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const refused = new Set<string>();
  const heard = new Map<string, string[]>();
  let isOpen = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      if (isOpen) heard.set(id, [...(heard.get(id) ?? []), Buffer.concat(chunks).toString()]);
      else refused.add(id);
      response.writeHead(isOpen ? 204 : 503).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}/hook`, refused, heard },
    open: () => {
      isOpen = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A site that responds to `/now/...` at once and to others when it is open. */
export interface GatedSite {
  readonly url: string;
  readonly host: string;
  open(): void;
  close(): Promise<void>;
}

export const startGatedSite = async (): Promise<GatedSite> => {
  const gate = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const answer = (): void =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Open</h1><p>Yes.</p>');
    if (request.url?.startsWith('/now/')) answer();
    else void gate.promise.then(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `http://${host}` },
    open: () => gate.resolve(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> => {
  if (!(await poll(isSo, (value) => value, { timeoutMs }))) throw new Error(`timed out: ${what}`);
};

/** Kills every process of a fleet, as a crash of the machine does. */
export const crash = async (fleet: Fleet): Promise<void> => {
  const pids = [fleet.runnerPid, ...fleet.processes().map(({ pid }) => pid)];
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
  await fleet.stop();
};

/** Paths of the stored files that a response links to. */
export const linksIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"https?:\/\/[^/"]+(\/files\/[^"]+)"/g)].map(([, path]) => path ?? '');

/** Digest of a stored file as its owner downloads it, or the status. */
export const fetchDigest = async ({ access }: ApiClient, path: string): Promise<string> => {
  const response = await fetch(access.baseUrl + path, { headers: { 'x-api-key': access.apiKey } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.ok ? createHash('sha256').update(bytes).digest('hex') : `status ${response.status}`;
};

/** Everything that the store has about an account's money. */
export interface Books {
  readonly period: Period;
  readonly rows: readonly RequestRow[];
  readonly jobs: readonly BatchJob[];
}

export const readBooks = async (store: Store, accountId: string): Promise<Books> => {
  const rows: RequestRow[] = [];
  for (let isMore = true; isMore;) {
    const last = rows.at(-1);
    const before = last === undefined ? {} : { beforeMs: last.createdAtMs, beforeId: last.id };
    const page = await store.requests.list(accountId, { limit: PAGE_ROWS, ...before });
    rows.push(...page);
    isMore = page.length === PAGE_ROWS;
  }
  const [period] = await store.accounts.periods(accountId);
  if (period === undefined) throw new Error(`${accountId} has no period`);
  return { period, rows, jobs: await store.batches.list(accountId, { limit: PAGE_ROWS }) };
};

/** Contradictions; empty when journal, period, rows and jobs agree. */
export const faultsOf = async (store: Store, { period, rows, jobs }: Books): Promise<string[]> => {
  const { granted, charged, held, expired, available } = period;
  const [rebuilt] = await store.ledger.rebuild(period.accountId);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const chargedByRows = sum([...rows, ...jobs].map(({ chargedCredits }) => chargedCredits));
  const open = rows.filter(({ state }) => state === 'open');
  const heldByRows = sum([...open, ...jobs].map(({ heldCredits }) => heldCredits));
  return [
    ...(granted === charged + held + expired + available ? [] : ['the period does not add up']),
    ...(charged === chargedByRows ? [] : [`charged ${charged}, rows and jobs say ${chargedByRows}`]),
    ...(held === heldByRows ? [] : [`held ${held}, rows and jobs say ${heldByRows}`]),
    ...(JSON.stringify(rebuilt) === JSON.stringify(period) ? [] : ['the journal tells another story']),
  ];
};
