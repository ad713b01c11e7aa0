import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  ApiClient,
  openAccount,
  startEngineSite,
  startFleet,
  startForwardProxy,
  startSite,
  startTargetSite,
  type Fleet,
  type ForwardProxy,
} from '@quarry/testkit';
import { OPERATIONS } from '../../packages/contracts/src/index.js';
import { startRecordingOrigin, type RecordingOrigin } from './recording-origin.js';

const ENGINES = ['enginea', 'engineb', 'enginec'] as const;
const SITES = ['jobboard', 'localreviews', 'lodging', 'realtya', 'realtyb', 'retailer', 'storeplatform'] as const;
/** Sites that no made site stands for: the entries of their operations bring their own pages. */
const UNMADE = [
  ...new Set(OPERATIONS.filter(({ target }) => target).map(({ id }) => id.split('/', 1)[0] ?? '')),
].filter((name) => ![...ENGINES, ...SITES].some((made) => made === name));
const NO_SITE = { url: undefined, close: () => Promise.resolve() };
/** An address that only `EGRESS_ALLOW` opens. */
const WEB_ADDRESS = '127.1.0.1';
const ALLOWED = '127.0.0.0/8';

type Closable = Pick<RecordingOrigin, 'close'>;

/** One fleet whose targets are recording origins, and its two pools of proxies. */
export interface SpecScene {
  readonly api: ApiClient;
  /** Key of another account. */
  readonly otherKey: string;
  /** By the names of engines and sites; `web` for pages. */
  readonly origins: ReadonlyMap<string, RecordingOrigin>;
  readonly proxies: readonly ForwardProxy[];
  /** Replaces addresses of this scene by their names, such as `{web}`. */
  toNames(text: string): string;
  /** The reverse, with further names. */
  toAddresses(text: string, more?: ReadonlyMap<string, string>): string;
  close(): Promise<void>;
}

const corpusDir = (): string | undefined => {
  const folder = process.env['QUARRY_CORPUS'] ?? path.resolve(process.cwd(), '../shared/corpus');
  return existsSync(folder) ? folder : undefined;
};

/** A recording origin before a made site. */
const recorded = async (
  name: string,
  made: Closable & { readonly url: string | undefined },
  address?: string,
): Promise<{ readonly name: string; readonly origin: RecordingOrigin; readonly made: Closable }> => ({
  name,
  origin: await startRecordingOrigin(made.url, address),
  made,
});

const startOrigins = () => {
  const corpus = corpusDir();
  return Promise.all([
    ...ENGINES.map(async (engine) =>
      recorded(engine, await startEngineSite({ engine, ...(corpus === undefined ? {} : { corpusDir: corpus }) })),
    ),
    ...SITES.map(async (site) => recorded(site, await startSite(site))),
    ...UNMADE.map(async (site) => recorded(site, NO_SITE)),
    startTargetSite().then((site) => recorded('web', site, WEB_ADDRESS)),
  ]);
};

const settingsOf = (origins: ReadonlyMap<string, RecordingOrigin>): Record<string, string> => ({
  ...Object.fromEntries(
    [...ENGINES, ...SITES, ...UNMADE].map((name) => [`ORIGIN_${name.toUpperCase()}`, urlOf(origins, name)]),
  ),
  ORIGIN_ENGINEA_SCHOLAR: urlOf(origins, 'enginea'),
});

const urlOf = (origins: ReadonlyMap<string, RecordingOrigin>, name: string): string => origins.get(name)?.url ?? '';

const namesOf = (origins: ReadonlyMap<string, RecordingOrigin>, { filesUrl, baseUrl }: Fleet): [string, string][] => [
  ...[...origins].map(([name, { url }]): [string, string] => [`{${name}}`, url]),
  ['{files}', filesUrl],
  ['{base}', baseUrl],
];

export const startSpecScene = async (): Promise<SpecScene> => {
  const started = await startOrigins();
  const [datacenter, residential] = await Promise.all([startForwardProxy(), startForwardProxy()]);
  const origins = new Map(started.map(({ name, origin }) => [name, origin]));
  const fleet = await startFleet({
    env: {
      ...settingsOf(origins),
      EGRESS_ALLOW: ALLOWED,
      PROXY_DATACENTER: `http://datacenter-{country}-{session}:pass@${datacenter.host}`,
      PROXY_RESIDENTIAL: `http://residential-{country}-{session}:pass@${residential.host}`,
      PROXY_COUNTRIES: 'DE,GB,US',
    },
  });
  const names = namesOf(origins, fleet);
  const [account, other] = await Promise.all([openAccount(fleet), openAccount(fleet)]);
  return {
    api: new ApiClient(account),
    otherKey: other.apiKey,
    origins,
    proxies: [datacenter, residential],
    toNames: (text) => names.reduce((named, [name, url]) => named.replaceAll(url, name), text),
    toAddresses: (text, more = new Map()) =>
      [...names, ...more].reduce((resolved, [name, url]) => resolved.replaceAll(name, url), text),
    close: async () => {
      await fleet.stop();
      await Promise.all([...started.flatMap(({ origin, made }) => [origin.close(), made.close()])]);
      await Promise.all([datacenter.close(), residential.close()]);
    },
  };
};
