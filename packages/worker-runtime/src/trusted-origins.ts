import type { Config } from '@quarry/config';

type ConfigWithOrigins = Config<'targets' | 'origins'>;

const trustedHost = (origin: string): string => {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};

/** Allows the configured origins of these engines or sites as targets, private or not. */
export const withTrustedOrigins = <C extends ConfigWithOrigins>(config: C, names: readonly string[]): C => {
  const { targets, origins } = config;
  const hosts = names.flatMap((name) => {
    const origin = origins[name];
    return origin === undefined ? [] : [trustedHost(origin)];
  });
  return { ...config, targets: { ...targets, egressAllow: [...targets.egressAllow, ...hosts] } };
};
