import type { Config } from './settings.js';

/** What credentials in request headers are sealed with: a secret of their own, else the deployment's. */
export const headerSecretsOf = ({
  headerSecret,
  headerSecretPrevious,
  secret,
  secretPrevious,
}: Config<'common'>['common']): { readonly secret: string | undefined; readonly previous: string | undefined } => ({
  secret: (headerSecret ?? secret)?.reveal(),
  previous: (headerSecretPrevious ?? secretPrevious)?.reveal(),
});
