import { readFileSync } from 'node:fs';
import { idsOf, type BrowserScene } from './browser/browser-scene.js';
import type { DnsServer } from './dns-server.js';
import { OUTER_SPELLINGS } from './host-spellings.js';
import type { OuterEnd } from './outer-ways.js';

const CLIENT = 'Chromium tier';

/** Datagrams that left any process of this network. */
const sentDatagrams = (): number => {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Udp:'));
  return Number(values.split(' ')[names.split(' ').indexOf('OutDatagrams')]);
};

const listUrls = (site: number, port: number): string[] =>
  OUTER_SPELLINGS.flatMap(({ write }, at) => [
    `${write(port)}s${at}`,
    `http://127.0.0.1:${site}/redirect/302?to=${encodeURIComponent(`${write(port)}r${at}`)}`,
  ]);

/** Targets beyond this machine, asked for by a page and redirected to. */
export const tryOuterPages = async (scene: BrowserScene, isOurs: boolean): Promise<OuterEnd[]> => {
  const { canaries, publish, site, urlOf, visit } = scene;
  const path = publish('/outer', {
    body: (port) =>
      `<!doctype html><body><script>for (const url of ${JSON.stringify(listUrls(site, port))}) new Image().src = url</script>`,
  });
  const sides = isOurs ? (['shut', 'open'] as const) : (['shut'] as const);
  await Promise.all(sides.map((side) => visit(side, urlOf(side, path))));
  const touched = canaries.shut.touched();
  const reached = idsOf(canaries.open);
  return OUTER_SPELLINGS.flatMap(({ name }, at) =>
    [`s${at}`, `r${at}`].map((id) => ({
      client: CLIENT,
      way: name,
      end: 'refused',
      touched,
      isReached: isOurs ? reached.has(id) : undefined,
    })),
  );
};

/** Ways by which a page may have a name asked for; `host` names way and side. */
const NAME_WAYS: Readonly<Record<string, (host: string) => string>> = {
  'dns-prefetch': (host) => `<link rel=dns-prefetch href="//${host}">`,
  preconnect: (host) => `<link rel=preconnect href="http://${host}">`,
  'preconnect-tls': (host) => `<link rel=preconnect href="https://${host}">`,
  anchor: (host) => `<meta http-equiv=x-dns-prefetch-control content=on><a href="http://${host}/">x</a>`,
  prefetch: (host) => `<link rel=prefetch href="http://${host}/">`,
  image: (host) => `<img src="http://${host}/">`,
  frame: (host) => `<iframe src="http://${host}/"></iframe>`,
  fetch: (host) => `<script>fetch('https://${host}/', { mode: 'no-cors' }).catch(() => 0)</script>`,
  websocket: (host) => `<script>new WebSocket('ws://${host}/')</script>`,
  stun: (host) =>
    `<script>{ const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o)) }</script>`,
  'speculation-rules': (host) =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["https://${host}/"],"eagerness":"immediate"}]}</script>`,
  beacon: (host) => `<script>navigator.sendBeacon('http://${host}/', 'x')</script>`,
};

export interface NameEnds {
  /** Ways of names that a page can go. */
  readonly ways: readonly string[];
  /** What name servers heard of pages behind our guards: any question at all, and any datagram. */
  readonly shut: { readonly questions: readonly string[]; readonly datagrams: number };
  /** Ways whose names a browser without guards asked for. */
  readonly bare: readonly string[];
}

const pageOfNames = (side: string): string =>
  `<!doctype html><body>${Object.entries(NAME_WAYS)
    .map(([way, html]) => html(`${way}.${side}.names.test`))
    .join('')}`;

/** Names of a page, where every name server there could be is ours. */
export const tryNames = async (scene: BrowserScene, servers: readonly DnsServer[]): Promise<NameEnds> => {
  const { publish, urlOf, visit, visitBare } = scene;
  for (const side of ['shut', 'bare']) publish(`/names-${side}`, { body: () => pageOfNames(side) });
  const questions = () => servers.flatMap((server) => server.questions());
  const heard = () => Object.keys(NAME_WAYS).filter((way) => questions().includes(`${way}.bare.names.test`));
  const before = sentDatagrams();
  await visit('shut', urlOf('shut', '/names-shut'));
  const shut = { questions: [...questions()], datagrams: sentDatagrams() - before };
  await visitBare('/names-bare', () => heard().length === Object.keys(NAME_WAYS).length);
  return { ways: Object.keys(NAME_WAYS), shut, bare: heard() };
};
