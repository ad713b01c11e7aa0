import type { Config } from '@quarry/config';
import type { ProxyType } from '@quarry/egress';

/** Sites by the first part of their operations' ids. */
export const SITES = [
  'lodging',
  'retailer',
  'jobboard',
  'storeplatform',
  'realtya',
  'realtyb',
  'localreviews',
] as const;

/** Where the operation's site is asked instead of its own hosts; undefined: nowhere else. */
export const originOf = (operation: string, origins: Config<'origins'>['origins']): string | undefined => {
  const site = SITES.find((name) => operation.startsWith(`${name}/`));
  return site && origins[site];
};

/** Kinds of exits that the deployment has. */
export const exitsOf = ({ egress }: Pick<Config<'egress'>, 'egress'>): ReadonlySet<ProxyType> =>
  new Set<ProxyType>(egress.proxyResidential === undefined ? ['datacenter'] : ['datacenter', 'residential']);
