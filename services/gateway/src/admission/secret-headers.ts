import { removedHeadersOf, secretHeadersOf, withoutSecretHeaders, type Violation } from '@quarry/contracts';
import type { HeaderScope, HeaderSeals } from '@quarry/tokens';

/** What callers are told where the deployment has nothing to seal their credentials with. */
export const NO_HEADER_SECRET =
  'This deployment takes no credentials for targets: it has no secret to seal them with. Its operator can set QUARRY_SECRET.';

/** Secret headers that cannot be kept unreadable are not taken. */
export const judgeSecretHeaders = (
  seals: HeaderSeals | undefined,
  params: Readonly<Record<string, unknown>>,
): readonly Violation[] => {
  if (seals !== undefined) return [];
  return Object.keys(secretHeadersOf(params) ?? {}).map((name) => {
    const field = `headers.${name}`;
    return { field, rule: 'prohibited', message: `${field} may not be sent. ${NO_HEADER_SECRET}` };
  });
};

interface Kept<Params> {
  readonly params: Params;
  readonly sealedHeaders?: string;
}

/** Parameters as the store may have them: without secret headers, which lie sealed beside them. */
export const sealParams = <Params>(
  seals: HeaderSeals | undefined,
  scope: HeaderScope,
  params: Params,
): Kept<Params> => {
  const headers = secretHeadersOf(params);
  if (headers === undefined) return { params };
  const shown = withoutSecretHeaders(params);
  // Refused at admission; what got here all the same is dropped rather than shown.
  return seals === undefined ? { params: shown } : { params: shown, sealedHeaders: seals.seal(scope, headers) };
};

/** Why items cannot be submitted again: some lack headers that no row keeps. Undefined when none does. */
export const describeRemoved = (items: readonly unknown[]): string | undefined => {
  const lacking = items.map(removedHeadersOf).filter((names) => names.length > 0);
  if (lacking.length === 0) return undefined;
  const names = [...new Set(lacking.flat().map((name) => name.toLowerCase()))].sort();
  return (
    `${lacking.length} failed ${lacking.length === 1 ? 'item was' : 'items were'} sent with ${names.join(', ')}, ` +
    'which is not kept once an item has ended. Send it again in headers, or submit these items as a batch of their own.'
  );
};
