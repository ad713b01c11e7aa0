import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  ApiClient,
  REPOSITORY_ROOT,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';

const MAIN = path.join(REPOSITORY_ROOT, 'packages/mcp/dist/main.js');
const MAX_CREDITS = 60;
/** Far longer than six calls take to arrive. */
const SLOW_MS = 5_000;

interface Connected {
  readonly client: Client;
  readonly fleet: SharedFleet;
  readonly api: ApiClient;
  close(): Promise<void>;
}

const over = {
  stdio: async (fleet: SharedFleet): Promise<Omit<Connected, 'fleet' | 'api'>> => {
    const client = new Client({ name: 'test', version: '0.0.0' });
    const env = {
      QUARRY_URL: fleet.baseUrl,
      QUARRY_API_KEY: fleet.apiKey,
      QUARRY_MCP_MAX_CREDITS: String(MAX_CREDITS),
    };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN], env }));
    return { client, close: () => client.close() };
  },
  'streamable HTTP': async (fleet: SharedFleet): Promise<Omit<Connected, 'fleet' | 'api'>> => {
    const args = [MAIN, '--http', '--port', '0', '--base-url', fleet.baseUrl, '--max-credits', String(MAX_CREDITS)];
    const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    const [line] = (await once(child.stderr ?? child, 'data')) as [Buffer];
    const url = /listening on (\S+),/.exec(line.toString())?.[1] ?? '';
    const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { 'x-api-key': fleet.apiKey } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const close = async (): Promise<void> => {
      await client.close();
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    };
    return { client, close };
  },
};

let site: TargetSite;
beforeAll(async () => {
  site = await startSharedSite();
});
afterAll(() => site.close());

const textOf = ({ content }: CallToolResult): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');

describe.each(Object.keys(over) as (keyof typeof over)[])('MCP over %s', (transport) => {
  let connected: Connected;
  let charged = 0;

  beforeAll(async () => {
    const fleet = await sharedFleet();
    connected = { fleet, api: new ApiClient(fleet), ...(await over[transport](fleet)) };
  }, 180_000);
  afterAll(() => connected.close());

  const call = (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    connected.client.callTool({ name, arguments: args });

  /** What the account was charged so far, and that nothing is held. */
  const expectCharged = async (): Promise<void> => {
    const { totalCredits, availableCredits, heldCredits } = await connected.api.usage();
    expect({ used: totalCredits - availableCredits, heldCredits }).toEqual({ used: charged, heldCredits: 0 });
    const { structuredContent } = await call('account_usage');
    expect(structuredContent).toMatchObject({ session: { leftCredits: MAX_CREDITS - charged } });
  };

  it('lists the tools, with prices', async () => {
    const { tools } = await connected.client.listTools();
    const scrape = tools.find(({ name }) => name === 'scrape_web');
    expect(scrape?.description).toMatch(/Costs 1 credit .*15 credits/);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['enginea_serp', 'lodging_place', 'batch_submit', 'file_read']),
    );
  });

  it('scrapes a page, cuts it to the budget, and reads on to its end', async () => {
    const url = `${site.url}/article/40`;
    const result = await call('scrape_web', { url, jsRendering: false, maxTokens: 2_000 });
    charged += 1;
    expect(textOf(result)).toMatch(/1 credit charged.*markdown:\n<untrusted-[\da-f]{32}>\n# Report 40/s);
    const link = result.content.find(({ type }) => type === 'resource_link');
    const uri = link?.type === 'resource_link' ? link.uri : '';
    const { contents } = await connected.client.readResource({ uri });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('The quarry opens at dawn') });
    const rest = await call('file_read', { file: uri, maxTokens: 20_000 });
    expect(textOf(rest)).toMatch(/these are \d+ to \d+\.\n<untrusted-/);
    await expectCharged();
  });

  it('searches, with the results as structured content', async () => {
    const result = await call('enginea_images', { q: 'granite prices', maxTokens: 50_000 });
    charged += 5;
    expect(result.structuredContent).toMatchObject({ creditsCharged: 5, data: { imagesResults: expect.any(Array) } });
    await expectCharged();
  });

  it('says why a page was blocked, and that nothing was charged', async () => {
    const result = await call('scrape_web', { url: `${site.url}/block`, jsRendering: false });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: 'target_blocked', creditsCharged: 0 } });
    expect(textOf(result)).toContain('Nothing was charged.');
    await expectCharged();
  });

  it('runs a batch with two failing pages, and charges exactly the others', async () => {
    const urls = ['/page/one', '/block', '/page/two', '/status/500', '/page/three'].map((page) => site.url + page);
    const requests = urls.map((url) => ({ url }));
    const submitted = await call('batch_submit', { tool: 'scrape_web', requests, defaults: { jsRendering: false } });
    expect(submitted.structuredContent).toMatchObject({ requestsCount: 5, creditsHeld: 5 });
    const { jobId } = submitted.structuredContent as { jobId: string };
    for (let isDone = false; !isDone;) {
      const { data } = (await call('batch_status', { jobId })).structuredContent as { data: { status: string } };
      isDone = data.status === 'done';
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    charged += 3;
    const { results } = (await call('batch_results', { jobId })).structuredContent as {
      results: { query: { url: string }; result: { id: string; status: string; error?: string } }[];
    };
    expect(results.flatMap(({ result }) => result.error ?? []).sort()).toEqual([
      'target_blocked',
      'target_unreachable',
    ]);
    const one = results.find(({ query }) => query.url.endsWith('/page/one'));
    const item = await call('file_read', { file: `quarry://requests/${one?.result.id ?? ''}/markdown` });
    expect(textOf(item)).toContain('# Report one');
    expect(textOf(await call('batch_cancel', { jobId }))).toContain('"status":"done"');
    await expectCharged();
  });

  it('reads a stored file by its link', async () => {
    const { body } = await connected.api.scrape({ url: `${site.url}/page/file`, jsRendering: false });
    charged += 1;
    const text = textOf(await call('file_read', { file: body.requestMetadata?.html }));
    expect(text).toContain('<h1>Report file</h1>');
    const requestId = body.requestMetadata?.id;
    const again = await call('request_reparse', { requestId, params: { outputFormat: ['text'] } });
    expect(textOf(again)).toMatch(/0 credits charged.*text:\n<untrusted-[\da-f]{32}>\nReport file/s);
    expect(await call('request_reparse', { requestId: '../x' })).toMatchObject({ isError: true });
    const { availableCredits, totalCredits } = await connected.api.usage();
    expect(totalCredits - availableCredits).toBe(charged);
    // Charged beside the session.
    charged -= 1;
  });

  it('refuses what could pass the cap, before anything is sent or charged', async () => {
    const before = await connected.api.usage();
    const requests = Array.from({ length: 6 }, () => ({ url: `${site.url}/page/capped` }));
    const refused = await call('batch_submit', { tool: 'scrape_web', requests });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { error: 'session_cap_reached', creditsCharged: 0 },
    });
    expect(textOf(refused)).toContain(`${MAX_CREDITS - charged} left`);
    expect(site.hits.get('/page/capped')).toBeUndefined();
    expect(await connected.api.usage()).toMatchObject({ availableCredits: before.availableCredits, heldCredits: 0 });
    // Five at once of 10 each fit into what is left, the sixth does not. None ends before all have come.
    const tries = Array.from({ length: 6 }, (_, index) =>
      call('scrape_web', { url: `${site.url}/slow/${SLOW_MS + index}` }),
    );
    const ended = await Promise.all(tries);
    expect(ended.filter(({ isError }) => isError)).toHaveLength(1);
    expect(ended.filter((result) => textOf(result).includes('session_cap_reached'))).toHaveLength(1);
  });
});
