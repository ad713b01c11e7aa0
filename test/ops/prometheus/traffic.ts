import { inParallel, type Answer } from '@quarry/testkit';
import { SLOW_MS, until, type OpsScene } from './ops-scene.js';

/** Callers that submit and stop many batches together. */
const SUBMITTERS = 16;
const STOPPED_WITHIN_S = 120;

/** Queues that workers read. */
export const QUEUES = ['browser-scrape', 'serp', 'sites'] as const;
export type Queue = (typeof QUEUES)[number];

let made = 0;

const slowRequest: Readonly<Record<Queue, (scene: OpsScene, name: string) => Promise<Answer>>> = {
  'browser-scrape': ({ api, target }, name) =>
    api.scrape({ url: `${target.url}/slow/${SLOW_MS}?${name}`, jsRendering: false }),
  serp: ({ api }, name) => api.send('GET', `/scrape/enginea/serp?q=${encodeURIComponent(`!slow ${SLOW_MS} ${name}`)}`),
  sites: ({ api }, name) =>
    api.send(
      'GET',
      `/scrape/storeplatform/collections?url=${encodeURIComponent(`https://stones.example/${name}`)}&limit=5`,
    ),
};

/** Sends so many slow requests of each queue at once; returns their statuses. */
export const burst = async (scene: OpsScene, count: number, queues: readonly Queue[] = QUEUES): Promise<number[]> => {
  const sent = queues.flatMap((queue) =>
    Array.from({ length: count }, () => slowRequest[queue](scene, `burst-${made++}`)),
  );
  return (await Promise.all(sent)).map(({ status }) => status);
};

const submit = async ({ api, target }: OpsScene, paths: readonly string[]): Promise<string> => {
  const requests = paths.map((path) => ({ url: target.url + path, jsRendering: false }));
  const { status, body } = await api.send('POST', '/scrape/batch/web', { requests });
  if (status !== 200) throw new Error(`a batch got the response ${status}`);
  return String(body['jobId']);
};

const pathsOf = (items: number, kind: string): string[] =>
  Array.from({ length: items }, () => `/${kind}?item-${made++}`);

/** Batches whose items get no response, so that none ends before it is stopped. */
export const submitHanging = async (scene: OpsScene, jobs: number, items: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let job = 0; job < jobs; job += 1) ids.push(await submit(scene, pathsOf(items, 'hang')));
  return ids;
};

/** So many batches of one item each, all running at the same time. */
export const submitManyHanging = (scene: OpsScene, jobs: number): Promise<string[]> =>
  inParallel(jobs, SUBMITTERS, () => submit(scene, pathsOf(1, 'hang')));

/** A batch whose items end by themselves. */
export const submitSlow = (scene: OpsScene, items: number): Promise<string> =>
  submit(scene, pathsOf(items, `slow/${SLOW_MS}`));

/** Stops batches, and ends items that have begun. */
export const stopBatches = async ({ api, target }: OpsScene, jobIds: readonly string[]): Promise<void> => {
  const statusOf = async (id: string): Promise<string> => {
    target.hangUp();
    const { body } = await api.send('GET', `/scrape/batch/web/${id}`);
    return (body['data'] as { status: string }).status;
  };
  await inParallel(jobIds.length, SUBMITTERS, (index) => api.send('DELETE', `/scrape/batch/web/${jobIds[index]}`));
  const open = new Set(jobIds);
  const stillOpen = async (): Promise<number> => {
    for (const id of open) {
      if ((await statusOf(id)) !== 'stopped') break;
      open.delete(id);
    }
    return open.size;
  };
  await until('batches stop', STOPPED_WITHIN_S, stillOpen, (count) => count === 0);
};

/** Traffic for every counter: successes, refusals, a rendered page, a batch with its webhook and its bucket. */
export const sendAllKinds = async (scene: OpsScene): Promise<void> => {
  const { api, target, delivery } = scene;
  const search = (q: string): Promise<Answer> =>
    api.send('GET', `/scrape/enginea/serp?${new URLSearchParams({ q }).toString()}`);
  const page = (path: string, more: Record<string, unknown> = {}): Promise<Answer> =>
    api.scrape({ url: target.url + path, ...more });
  const rules = { heading: 'h1' };
  const batch = api.send('POST', '/scrape/batch/web', {
    requests: ['/page/batch-a', '/page/batch-b', '/status/404'].map((path) => ({ url: target.url + path })),
    webhook: { url: `${target.url}/status/200` },
    delivery,
  });
  const answers = await Promise.all([
    batch,
    page('/js', { jsRendering: true }),
    page('/page/plain', {
      jsRendering: false,
      extractRules: rules,
      aiExtractRules: { title: { type: 'string', description: 'the title' } },
    }),
    page('/block/one', { jsRendering: false }),
    page('/status/404', { jsRendering: false }),
    page('/status/503', { jsRendering: false }),
    ...['granite', 'slate', '!captcha', '!strange', '!none'].map(search),
    ...(['serp', 'sites'] as const).map((queue) => slowRequest[queue](scene, `kind-${made++}`)),
  ]);
  const refused = answers.filter(({ status }) => status === 422 || status === 401);
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused.map(({ body }) => body))}`);
};
