import { operationById, type Operation } from '../../packages/contracts/src/index.js';
import { inParallel, poll, type Answer } from '@quarry/testkit';
import type { Entry, EntryList, Given, Page, ServiceEntry } from './entry.js';
import type { RecordedRequest } from './recording-origin.js';
import type { SpecScene } from './spec-scene.js';

/** What came of a call. Addresses of the scene are names in it. */
export interface CallResult {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Requests that the target of the operation got meanwhile. */
  readonly asked: readonly RecordedRequest[];
  /** User names of the proxies that the target was requested through. */
  readonly exits: readonly string[];
}

/** One call; entries with the same call share it. */
interface Call {
  readonly key: string;
  readonly operation: Operation;
  readonly params: Given;
  readonly entry: Entry;
  readonly page: Page | undefined;
}

const REFUSALS_AT_ONCE = 6;
const JOB_TIMEOUT_MS = 30_000;

/** The parameters of an entry: those of its list's valid call, changed. */
export const paramsOf = ({ valid }: Pick<EntryList, 'valid'>, { give = {} }: Entry): Given =>
  Object.fromEntries(Object.entries({ ...valid, ...give }).filter(([, value]) => value !== null));

const pageNumbers = new Map<Page, number>();
const numberOf = (page: Page | undefined): number => {
  if (page === undefined) return 0;
  if (!pageNumbers.has(page)) pageNumbers.set(page, pageNumbers.size + 1);
  return pageNumbers.get(page) ?? 0;
};

const operationOfList = ({ operation }: EntryList): Operation => {
  const found = operationById(operation);
  if (!found) throw new Error(`there is no operation ${operation}`);
  return found;
};

const callOf = (list: EntryList, entry: Entry): Call => {
  const params = paramsOf(list, entry);
  const page = entry.page ?? list.page;
  const { headers, times } = entry;
  const key = JSON.stringify([list.operation, params, numberOf(page), headers, times]);
  return { key, operation: operationOfList(list), params, entry, page };
};

/** Which call shows an entry. */
export const keyOf = (list: EntryList, entry: Entry): string => callOf(list, entry).key;
export const keyOfService = ({ method = 'GET', path, body, headers, isAnonymous, times }: ServiceEntry): string =>
  `${method} ${path} ${JSON.stringify([headers, isAnonymous, times])} ${JSON.stringify(body ?? '').slice(-2_000)}`;

const originOf = ({ id, target }: Operation): string => (target ? (id.split('/', 1)[0] ?? '') : 'web');

const queryOf = (params: Given): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return query.toString();
};

/** Makes the calls of entries, each once. */
export class EntryRun {
  readonly results = new Map<string, CallResult>();
  private readonly names = new Map<string, string>();

  constructor(private readonly scene: SpecScene) {}

  /** Calls that reach the same target follow each other, so that its requests belong to one of them. */
  async run(lists: readonly EntryList[]): Promise<void> {
    const calls = new Map(
      lists.flatMap((list) => list.entries.map((entry) => callOf(list, entry))).map((call) => [call.key, call]),
    );
    const [refusals, others] = [[...calls.values()].filter(isRefusal), [...calls.values()].filter((call) => !isRefusal(call))]; // oxfmt-ignore
    const lanes = Map.groupBy(others, ({ operation }) => originOf(operation));
    await this.learnTokens();
    await Promise.all([
      inParallel(refusals.length, REFUSALS_AT_ONCE, (index) => this.make(refusals[index])),
      ...[...lanes.values()].map(async (lane) => {
        for (const call of lane) await this.make(call);
      }),
    ]);
  }

  async runService(entries: readonly ServiceEntry[]): Promise<void> {
    await Promise.all([this.endedJob('/scrape/batch/web', '{webJob}', WEB_JOB), this.endedJob('/scrape/batch/enginea/serp', '{serpJob}', SERP_JOB)]); // oxfmt-ignore
    const page = await this.send('GET', `/scrape/enginea/serp?${queryOf({ q: 'slate kept' })}`);
    this.names.set('{storedPage}', page.body.requestMetadata?.html ?? '').set('{otherKey}', this.scene.otherKey);
    this.names.set('{request}', page.body.requestMetadata?.id ?? '').set('{key}', this.scene.api.access.apiKey);
    const calls = [...new Map(entries.map((entry) => [keyOfService(entry), entry])).entries()];
    for (const [key, entry] of calls) this.results.set(key, await this.makeService(entry));
  }

  private async make(call: Call | undefined): Promise<void> {
    if (call === undefined) return;
    const { key, operation, params, entry, page } = call;
    const { scene } = this;
    const origin = scene.origins.get(originOf(operation));
    const before = origin?.asked.length ?? 0;
    const exitsBefore = scene.proxies.map(({ users }) => users.length);
    if (!isRefusal(call)) origin?.serve(page);
    const given = this.resolve(params) as Given;
    const ask = (): Promise<Answer> =>
      operation.method === 'POST'
        ? this.send('POST', operation.path, given, entry.headers)
        : this.send('GET', `${operation.path}?${queryOf(given)}`, undefined, entry.headers);
    let answer = await ask();
    for (let times = 1; times < (entry.times ?? 1); times += 1) answer = await ask();
    const host = new URL(origin?.url ?? 'http://none').host;
    const exits = scene.proxies.flatMap(({ users, hosts }, index) =>
      users.slice(exitsBefore[index]).filter((_user, at) => hosts[(exitsBefore[index] ?? 0) + at] === host),
    );
    this.results.set(key, this.resultOf(answer, origin?.asked.slice(before) ?? [], exits));
    if (!isRefusal(call)) origin?.serve(undefined);
  }

  private async makeService(entry: ServiceEntry): Promise<CallResult> {
    const { method = 'GET', path, body, headers = {}, isAnonymous = false, times = 1 } = entry;
    const ask = (): Promise<Answer> => {
      const sent = this.resolve(headers) as Record<string, string>;
      const target = String(this.resolve(path));
      return isAnonymous
        ? this.sendAnonymous(method, target, sent)
        : this.send(method, target, this.resolve(body), sent);
    };
    let answer = await ask();
    for (let made = 1; made < times; made += 1) answer = await ask();
    return this.resultOf(answer, [], []);
  }

  private resultOf(
    { status, headers, body }: Answer,
    asked: CallResult['asked'],
    exits: CallResult['exits'],
  ): CallResult {
    // oxfmt-ignore
    const jobs = ['{webJob}', '{serpJob}'].map((name) => [this.names.get(name), name] as const);
    const named = jobs.reduce(
      (text, [id, name]) => (id === undefined ? text : text.replaceAll(id, name)),
      this.scene.toNames(JSON.stringify(body)),
    );
    return { status, headers, body: JSON.parse(named) as unknown, asked, exits };
  }

  private resolve(value: unknown): unknown {
    if (value === undefined) return undefined;
    return JSON.parse(this.scene.toAddresses(JSON.stringify(value), this.names)) as unknown;
  }

  private send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    // oxfmt-ignore
    return this.scene.api.send(method, path, body, { ...headers });
  }

  private async sendAnonymous(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
    const { baseUrl } = this.scene.api.access;
    const response = await fetch(path.startsWith('http') ? path : baseUrl + path, { method, headers });
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : { text }) as Answer['body'];
    return { status: response.status, headers: response.headers, body };
  }

  /** Tokens of the second and the last page of a search. */
  private async learnTokens(): Promise<void> {
    const tokenAfter = async (params: Given): Promise<string> => {
      const { body } = await this.send('GET', `/scrape/enginec/serp?${queryOf(params)}`);
      return String(body['nextPageToken']);
    };
    const second = await tokenAfter({ q: 'slate roofs' });
    this.names.set('{token}', second).set('{lastToken}', await tokenAfter({ nextPageToken: second }));
  }

  private async endedJob(path: string, name: string, requests: readonly Given[]): Promise<void> {
    const { body } = await this.send('POST', path, this.resolve({ requests }));
    const jobId = String(body['jobId']);
    const stateOf = async (): Promise<unknown> =>
      ((await this.send('GET', `${path}/${jobId}`)).body['data'] as Given | undefined)?.['status'];
    await poll(stateOf, (state) => state === 'done', { timeoutMs: JOB_TIMEOUT_MS });
    this.names.set(name, jobId);
  }
}

const WEB_JOB = [
  { url: '{web}/page/1', outputFormat: ['markdown'] },
  { url: ' {web}/page/2\n', jsRendering: false },
];
const SERP_JOB = [{ q: 'slate one' }, { q: 'slate two' }];

/** Ends before any target is asked. */
const isRefusal = ({ entry: { seen } }: Call): boolean => seen.refused !== undefined;
