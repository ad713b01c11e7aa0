import { deviceProfile } from './device-profiles.js';
import type { Device } from '../port.js';

/** How both tiers present themselves: one browser family and version. */
export interface BrowserIdentity {
  /** Of a desktop; see `userAgentFor`. */
  readonly userAgent: string;
  /** Client-hint brands in the order the version sends them. */
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly majorVersion: number;
  readonly acceptLanguage: string;
}

/** Version presented if no browser is installed. */
export const DEFAULT_MAJOR_VERSION = 140;

const GREASE_CHARS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const GREASE_VERSIONS = ['8', '99', '24'];
/** Place of the placeholder brand, of Chromium and of Chrome, by version modulo six. */
const BRAND_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

const createBrands = (major: number): BrowserIdentity['brands'] => {
  const version = String(major);
  const placeholder = `Not${pick(GREASE_CHARS, major)}A${pick(GREASE_CHARS, major + 1)}Brand`;
  const [first, second, third] = pick(BRAND_ORDERS, major);
  const brands: { brand: string; version: string }[] = [];
  brands[first] = { brand: placeholder, version: pick(GREASE_VERSIONS, major) };
  brands[second] = { brand: 'Chromium', version };
  brands[third] = { brand: 'Google Chrome', version };
  return brands;
};

/** The user agent of this version on this kind of machine. */
export const userAgentFor = (majorVersion: number, device?: Device): string => {
  const { system, agentMark } = deviceProfile(device);
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorVersion}.0.0.0 ${agentMark}Safari/537.36`;
};

export const createBrowserIdentity = (majorVersion = DEFAULT_MAJOR_VERSION): BrowserIdentity => ({
  userAgent: userAgentFor(majorVersion),
  brands: createBrands(majorVersion),
  majorVersion,
  acceptLanguage: 'en-US,en;q=0.9',
});

export const brandsHeader = (brands: BrowserIdentity['brands']): string =>
  brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', ');
