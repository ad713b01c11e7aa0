import type { FetchRequest, ProxyType, SessionEnd } from '../port.js';

export interface ProxyAddress {
  readonly scheme: 'http' | 'https' | 'socks5';
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** The operator lets it resolve the names of targets if it takes no addresses. */
  readonly mayResolve: boolean;
}

/** One way out of the deployment. Its keys do not contain credentials. */
export interface Exit {
  /** This exit alone. */
  readonly key: string;
  /** All exits of its template in its country. */
  readonly fleetKey: string;
  /** All exits of its template: one address and one set of credentials. */
  readonly gatewayKey: string;
  readonly proxyType: ProxyType;
  /** How a session finds it again, in any process, and its country where it has one. */
  readonly kept: SessionEnd['exit'];
  /** Absent: the deployment's own address. */
  readonly proxy?: ProxyAddress | undefined;
}

/** The deployment's own address counts as a datacenter exit. */
export const DIRECT_EXIT: Exit = {
  key: 'direct',
  fleetKey: 'direct',
  gatewayKey: 'direct',
  proxyType: 'datacenter',
  kept: { id: 'direct' },
};

/** A request whose exit is chosen. */
export interface RoutedRequest extends FetchRequest {
  readonly exit?: Exit;
}
