import type { Config } from '@quarry/config';

type ConfigWithOrigins = Config<'targets' | 'origins'>;

const trustedHost = (origin: string): string => {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};

/** Where an operator sends engines and sites is trusted, private or not. */
export const withTrustedOrigins = <C extends ConfigWithOrigins>(config: C): C => {
  const { targets, origins } = config;
  const hosts = Object.values(origins).flatMap((origin) => (origin === undefined ? [] : [trustedHost(origin)]));
  return { ...config, targets: { ...targets, egressAllow: [...targets.egressAllow, ...hosts] } };
};
