/** A longer address is a payload or a trap, not a page. */
export const MAX_ADDRESS_CHARS = 2_048;

const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);

/**
 * The one form of an address that may be written in several: absolute, without fragment, default port and empty query. Undefined
 * for what is no address of a page: another scheme, credentials in it, or too long.
 */
export const canonicalAddress = (written: string, base?: string): string | undefined => {
  const text = written.trim();
  if (text === '' || text.length > MAX_ADDRESS_CHARS) return undefined;
  const url = URL.parse(text, base);
  if (!url || !WEB.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  if (url.search === '') url.search = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  const { href } = url;
  return href.length > MAX_ADDRESS_CHARS ? undefined : href;
};
