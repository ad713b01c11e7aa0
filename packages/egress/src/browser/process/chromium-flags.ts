import type { BrowserIdentity } from '../../identity/browser-identity.js';

/** Features that are off. */
export const DISABLED_FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'Translate',
  'OptimizationHints',
  'AutofillServerCommunication',
  // No request that could be judged or followed is made for a document from this cache.
  'BackForwardCache',
  // A page has its own context and seldom leaves its site, so a spare process for the next site is useless.
  'SpareRendererForSitePerProcess',
];

/** A closed port on loopback: requests outside of a page's own context reach nothing. */
const NO_PROXY = 'http://127.0.0.1:9';

/** Allows datagrams only through a proxy that supports them; ours does not. */
export const WEBRTC_POLICY = 'disable_non_proxied_udp';

/**
 * Flags that leave pages, popups, frames and workers no way out except the proxy, even if hardening scripts are circumvented. A
 * browser that does not know one of them is not used.
 */
const WALLS = [
  `--proxy-server=${NO_PROXY}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  `--webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
];

/** Flags that reduce what pages can see and do. */
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
 * Flags of puppeteer's that are left out, so that pages are not told that a program drives the browser, and cannot open popups
 * without a click. Hardening scripts do not run in popups.
 */
export const OMITTED_FLAGS = ['--enable-automation', '--disable-popup-blocking'];

const nameOf = (flag: string): string => /^--([^=]+)/.exec(flag)?.[1] ?? flag;

/** Names of the flags that the browser must know. */
export const WALL_NAMES: readonly string[] = WALLS.map(nameOf);

/** Names of the flags whose absence is reported. */
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
