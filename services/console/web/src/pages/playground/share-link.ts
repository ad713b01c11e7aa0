import { isRecord } from '../../forms/json-schema.js';
import { maskParams } from './history/mask-params.js';

/** Longest fragment that a link carries; browsers and chats cut longer ones. */
export const SHARE_MAX_CHARS = 6_000;
const PREFIX = '#p=';

const toBase64Url = (text: string): string => {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const fromBase64Url = (text: string): string => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
};

/**
 * The fragment of a link that opens the same parameters, without secrets; undefined if it would be too long. A fragment is never
 * sent to a server, and whoever opens the link calls with an account of their own.
 */
export const toShareFragment = (params: Readonly<Record<string, unknown>>): string | undefined => {
  const fragment = `${PREFIX}${toBase64Url(JSON.stringify(maskParams(params)))}`;
  return fragment.length <= SHARE_MAX_CHARS ? fragment : undefined;
};

/** The parameters of a link; undefined if its fragment has none. */
export const readShareFragment = (fragment: string): Readonly<Record<string, unknown>> | undefined => {
  if (!fragment.startsWith(PREFIX) || fragment.length > SHARE_MAX_CHARS) return undefined;
  try {
    const params: unknown = JSON.parse(fromBase64Url(fragment.slice(PREFIX.length)));
    return isRecord(params) ? params : undefined;
  } catch {
    return undefined;
  }
};
