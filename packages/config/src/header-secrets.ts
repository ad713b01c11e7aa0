import type { Config } from './settings.js';

/** The secrets that seal credentials in request headers: separate ones if set, else the deployment's. */
export const headerSecretsOf = ({
  headerSecret,
  headerSecretPrevious,
  secret,
  secretPrevious,
}: Config<'common'>['common']): { readonly secret: string | undefined; readonly previous: string | undefined } => ({
  secret: (headerSecret ?? secret)?.reveal(),
  previous: (headerSecretPrevious ?? secretPrevious)?.reveal(),
});
