import type { BrowserIdentity } from '../../identity/browser-identity.js';

/** Features that are off. */
export const DISABLED_FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'Translate',
  'OptimizationHints',
  'AutofillServerCommunication',
  // A document that comes back from it is asked for by no request that could be judged or followed.
  'BackForwardCache',
  // A page has a context of its own and seldom leaves its site: the process kept ready for the next site is made in vain.
  'SpareRendererForSitePerProcess',
];

/** A dead end on loopback: what is in no page's own context reaches nothing. */
const NO_PROXY = 'http://127.0.0.1:9';

/** Datagrams go through a proxy that carries them, or nowhere: ours carries none. */
export const WEBRTC_POLICY = 'disable_non_proxied_udp';

/**
 * What keeps pages from other ways out than the proxy, whatever they do to the scripts that harden them: popups, frames and workers
 * too. A browser that does not know one of them is not used.
 */
const WALLS = [
  `--proxy-server=${NO_PROXY}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  `--webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
];

/** What makes pages see and do less. */
const HARDENING = [
  '--disable-shared-workers',
  '--disable-blink-features=AutomationControlled',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-notifications',
  '--disable-sync',
  '--disable-breakpad',
  '--deny-permission-prompts',
  '--no-pings',
  '--password-store=basic',
];

const CONVENIENCE = [
  '--lang=en-US',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
];

/**
 * Of what puppeteer would pass: pages shall not be told that a program drives the browser, and open no windows beside themselves
 * that nobody clicked for. What is opened all the same has no script that hardens it.
 */
export const OMITTED_FLAGS = ['--enable-automation', '--disable-popup-blocking'];

const nameOf = (flag: string): string => /^--([^=]+)/.exec(flag)?.[1] ?? flag;

/** Names of what must be known for pages to be shut in. */
export const WALL_NAMES: readonly string[] = WALLS.map(nameOf);

/** Names of what is for safety and whose loss is told. */
export const HARDENING_NAMES: readonly string[] = HARDENING.map(nameOf);

export interface FlagOptions {
  readonly identity: BrowserIdentity;
  readonly isSandboxed: boolean;
}

export const createFlags = ({ identity, isSandboxed }: FlagOptions): string[] => [
  ...(isSandboxed ? [] : ['--no-sandbox']),
  `--user-agent=${identity.userAgent}`,
  ...WALLS,
  ...HARDENING,
  ...CONVENIENCE,
];
