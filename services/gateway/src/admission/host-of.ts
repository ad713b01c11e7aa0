import { MAX_HOST_CHARS } from '@quarry/store';

/** The host of the requested page; undefined if the operation chooses it. */
export const hostOf = ({ url }: Readonly<Record<string, unknown>>): string | undefined => {
  const host = typeof url === 'string' ? URL.parse(url)?.host : undefined;
  return host === undefined || host === '' || host.length > MAX_HOST_CHARS ? undefined : host;
};
