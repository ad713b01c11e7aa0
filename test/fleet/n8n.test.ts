import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT, sharedFleet, startSharedSite, type SharedFleet, type TargetSite } from '@quarry/testkit';

interface Item {
  readonly json: Readonly<Record<string, unknown>>;
  readonly pairedItem?: { readonly item: number };
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Entered = Readonly<Record<string, unknown>>;

interface How {
  /** On Error: Continue. */
  readonly continues?: boolean;
  /** Its id; absent for a new one. */
  readonly execution?: string;
}

interface Node {
  execute(this: unknown): Promise<readonly (readonly Item[])[]>;
}

let folder: string;
let site: TargetSite;
let fleet: SharedFleet;
let node: Node;
const sent: Request[] = [];
let executions = 100;

/** What n8n does for a node: it gives it what a person entered, and sends its requests with the credentials. */
const executionOf = (entered: readonly Entered[], { continues = false, execution = `${(executions += 1)}` }: How) => ({
  getInputData: () => entered.map(() => ({ json: {} })),
  getNodeParameter: (name: string, index: number, fallback?: unknown) => entered[index]?.[name] ?? fallback,
  getCredentials: async () => ({ baseUrl: `${fleet.baseUrl}/`, apiKey: fleet.apiKey }),
  getExecutionId: () => execution,
  getNode: () => ({ id: 'n1', name: 'Quarry' }),
  evaluateExpression: () => 0,
  continueOnFail: () => continues,
  helpers: {
    httpRequestWithAuthentication: async (_name: string, { method, url, headers, body }: Request) => {
      sent.push({ method, url, headers, body });
      const response = await fetch(url, {
        method,
        headers: { ...headers, 'x-api-key': fleet.apiKey, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.json(),
      };
    },
  },
});

const run = async (entered: readonly Entered[], how: How = {}): Promise<readonly Item[]> =>
  (await node.execute.call(executionOf(entered, how)))[0] ?? [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-n8n-'));
  await promisify(execFile)(process.execPath, [join(REPOSITORY_ROOT, 'infra/build/pack-n8n.mjs'), folder]);
  // As n8n loads it: from its own folder, by the names in the manifest.
  const load = createRequire(join(folder, 'package.json'));
  const { n8n } = load('./package.json') as { n8n: { nodes: [string]; credentials: [string] } };
  const { Quarry } = load(`./${n8n.nodes[0]}`) as { Quarry: new () => Node };
  const { QuarryApi } = load(`./${n8n.credentials[0]}`) as { QuarryApi: new () => { name: string } };
  expect(new QuarryApi().name).toBe('quarryApi');
  node = new Quarry();
  [site, fleet] = await Promise.all([startSharedSite(), sharedFleet()]);
}, 180_000);

afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe('the packed node for n8n, through the whole fleet', () => {
  const page = () => ({
    operation: 'scrape/web',
    url: `${site.url}/page/n8n`,
    additionalFields: { jsRendering: false, outputFormat: ['markdown'], extractRules: '{"title": "h1"}', waitFor: '' },
  });

  it('returns an item for each, with what it cost', async () => {
    const [first, second] = await run([page(), { ...page(), url: `${site.url}/page/other` }]);
    expect(first).toMatchObject({
      json: { statusCode: 200, markdown: expect.any(String), quarry: { creditsCharged: 1 } },
      pairedItem: { item: 0 },
    });
    expect(second?.pairedItem).toEqual({ item: 1 });
  });

  it('repeats an item under its key: the same response, charged once', async () => {
    const [once] = await run([page()], { execution: '7' });
    const [again] = await run([page()], { execution: '7' });
    expect(again?.json['requestMetadata']).toEqual(once?.json['requestMetadata']);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toContain('n8n:7:n1:0:0');
  });

  it('calls an operation of the GET kind', async () => {
    const [found] = await run([{ operation: 'enginec/serp', q: 'coffee' }], { continues: true });
    expect(sent.at(-1)).toMatchObject({ method: 'GET', url: `${fleet.baseUrl}/scrape/enginec/serp?q=coffee` });
    expect(found?.json).toHaveProperty('requestMetadata');
  });

  it('fails with code, mistakes and what it cost', async () => {
    await expect(run([{ ...page(), url: 'no url' }])).rejects.toMatchObject({
      message: expect.stringMatching(/^validation_failed: /),
      description: expect.stringMatching(/url must be an absolute URL.*Credits charged: 0\./),
      requestId: expect.any(String),
    });
    await expect(run([{ ...page(), additionalFields: { extractRules: '{' } }])).rejects.toMatchObject({
      message: expect.stringContaining('extractRules is not valid JSON'),
    });
  });

  it('goes on with the next item where n8n is told so', async () => {
    const items = await run(
      [
        { ...page(), url: 'no url' },
        { ...page(), url: `${site.url}/page/after` },
      ],
      { continues: true },
    );
    expect(items.map(({ json }) => [json['code'], json['statusCode']])).toEqual([
      ['validation_failed', undefined],
      [undefined, 200],
    ]);
  });
});
