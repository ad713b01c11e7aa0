import { removedHeadersOf, secretHeadersOf, withoutSecretHeaders, type Violation } from '@quarry/contracts';
import type { HeaderScope, HeaderSeals } from '@quarry/tokens';

/** Message of a deployment without a secret to encrypt credentials with. */
export const NO_HEADER_SECRET =
  'This deployment does not accept credentials for targets: it has no secret to encrypt them with. Its operator can set QUARRY_SECRET.';

/** Message of a deployment without a secret to sign webhooks with. */
export const NO_WEBHOOK_SECRET =
  'This deployment sends no webhooks: it has no secret to sign them with. Its operator can set QUARRY_SECRET.';

/** Refuses secret headers, and sessions, whose cookies cannot be stored encrypted. */
export const judgeSecretHeaders = (
  seals: HeaderSeals | undefined,
  params: Readonly<Record<string, unknown>>,
): readonly Violation[] => {
  if (seals !== undefined) return [];
  const headers = Object.keys(secretHeadersOf(params) ?? {}).map((name) => `headers.${name}`);
  const fields = params['session'] === undefined ? headers : [...headers, 'session'];
  return fields.map((field) => ({
    ...{ field, rule: 'prohibited', message: `${field} is not allowed. ${NO_HEADER_SECRET}` },
  }));
};

interface Kept<Params> {
  readonly params: Params;
  readonly sealedHeaders?: string;
}

/** Parameters for the store: without secret headers, which are stored encrypted beside them. */
export const sealParams = <Params>(
  seals: HeaderSeals | undefined,
  scope: HeaderScope,
  params: Params,
): Kept<Params> => {
  const headers = secretHeadersOf(params);
  if (headers === undefined) return { params };
  const shown = withoutSecretHeaders(params);
  // Refused at admission; if they get here nevertheless, they are dropped rather than stored.
  return seals === undefined ? { params: shown } : { params: shown, sealedHeaders: seals.seal(scope, headers) };
};

/** Why items cannot be submitted again: headers of some are not stored. Undefined if none is missing. */
export const describeRemoved = (items: readonly unknown[]): string | undefined => {
  const lacking = items.map(removedHeadersOf).filter((names) => names.length > 0);
  if (lacking.length === 0) return undefined;
  const names = [...new Set(lacking.flat().map((name) => name.toLowerCase()))].sort();
  return (
    `${lacking.length} failed ${lacking.length === 1 ? 'item was' : 'items were'} sent with ${names.join(', ')}, ` +
    'which is not stored after an item has ended. Send the values again in headers, or submit these items as a new batch.'
  );
};
