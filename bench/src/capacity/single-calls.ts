import type { LoadOptions } from '../load.js';
import type { OperationName } from './figures.js';
import type { BenchAccount, BenchScene } from './bench-scene.js';

export type SingleName = Exclude<OperationName, 'batch20'>;
type Call = Pick<LoadOptions, 'url' | 'method' | 'headers' | 'body'>;

const scrape = (
  { fleet, pages }: BenchScene,
  { apiKey }: BenchAccount,
  { kind, jsRendering }: { kind: string; jsRendering: boolean },
): Call => ({
  url: () => `${fleet.baseUrl}/scrape/web`,
  method: 'POST',
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  body: (index) => JSON.stringify({ url: `${pages}/${kind}/${index}`, outputFormat: ['markdown'], jsRendering }),
});

const ask = ({ fleet }: BenchScene, { apiKey }: BenchAccount, path: (index: number) => string): Call => ({
  url: (index) => `${fleet.baseUrl}/scrape/${path(index)}`,
  method: 'GET',
  headers: { 'x-api-key': apiKey },
  body: () => undefined,
});

/** The call of each kind of single request. */
export const SINGLE_CALLS: Readonly<Record<SingleName, (scene: BenchScene, account: BenchAccount) => Call>> = {
  page20: (scene, account) => scrape(scene, account, { kind: 'page20', jsRendering: false }),
  page200: (scene, account) => scrape(scene, account, { kind: 'page200', jsRendering: false }),
  browser: (scene, account) => scrape(scene, account, { kind: 'browser', jsRendering: true }),
  search: (scene, account) => ask(scene, account, (index) => `enginea/serp?q=granite+${index}&gl=us`),
  site: (scene, account) => ask(scene, account, (index) => `retailer/search?q=kettle+${index}`),
};
