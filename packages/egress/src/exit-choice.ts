import type { ProxyType } from './port.js';

/** This release leaves by its own address alone; it counts as the datacenter exit. */
export const DIRECT_EXIT: ProxyType = 'datacenter';

export interface ExitWish {
  readonly proxyType?: ProxyType;
  readonly proxyCountry?: string;
}

/** Why no exit serves the wish; undefined where the direct exit does. */
export const refuseExit = ({ proxyType, proxyCountry }: ExitWish): string | undefined => {
  if (proxyType !== undefined && proxyType !== DIRECT_EXIT) return `no_${proxyType}_pool`;
  return proxyCountry === undefined ? undefined : 'no_country_exit';
};
