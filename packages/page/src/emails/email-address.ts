import { parse } from 'tldts';

const MAX_LOCAL_CHARS = 64;
const MAX_ADDRESS_CHARS = 254;

/** Last labels that no registry assigns, but that private networks and examples use. */
const SPECIAL_LABELS: ReadonlySet<string> = new Set(
  'example test invalid local localhost internal corp home lan intranet'.split(' '),
);

/** Top-level domains that are also file extensions. */
const FILE_ENDING = /\.(?:md|mov|pl|ps|py|rs|sh|so|zip)$/;
/** The suffix of a file name after its `@`: a pixel ratio or a version. */
const RATIO_OR_VERSION = /^(?:\d+(?:\.\d+)?x[.-]|(?:v?\d+\.)+[a-z]+$)/;

const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;
const NUMBER = /^\d+$/;

interface AddressParts {
  readonly local: string;
  readonly host: string;
}

const splitAddress = (candidate: string): AddressParts | undefined => {
  const address = candidate.trim().normalize('NFC').toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > MAX_LOCAL_CHARS || address.length > MAX_ADDRESS_CHARS) return undefined;
  const local = address.slice(0, at);
  const host = address.slice(at + 1).replace(/\.$/, '');
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '');
  return isHost && LOCAL.test(local) ? { local, host } : undefined;
};

const isKnownHost = (host: string): boolean => {
  if (SPECIAL_LABELS.has(host.slice(host.lastIndexOf('.') + 1))) return true;
  if (FILE_ENDING.test(host) && RATIO_OR_VERSION.test(host)) return false;
  const { isIcann, publicSuffix } = parse(host, { validateHostname: false });
  return isIcann === true && publicSuffix !== host;
};

/** The address in lower case, where the page states that it is one: any host of two labels or more is accepted. */
export const statedEmail = (candidate: string): string | undefined => {
  const parts = splitAddress(candidate);
  return parts && `${parts.local}@${parts.host}`;
};

/** The address in lower case, where it may also be prose or a file name: its host must end in a known top-level domain. */
export const likelyEmail = (candidate: string): string | undefined => {
  const parts = splitAddress(candidate);
  return parts && isKnownHost(parts.host) ? `${parts.local}@${parts.host}` : undefined;
};
