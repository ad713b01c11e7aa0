import type { OperationParams } from '@quarry/contracts';
import { addressPart } from '../../shared/address-part.js';
import { moveAddress } from '../shared/move-address.js';

/** One shop of the site, with its own catalogue. */
export interface Storefront {
  readonly host: string;
  readonly currency: string;
  /** The path prefix of each language of the shop; its own comes first. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Its word for delivery. */
  readonly shipping: string;
}

const STOREFRONTS: Readonly<Record<string, Storefront>> = {
  'walmart.com': {
    host: 'www.walmart.com',
    currency: 'USD',
    prefixes: { en: '', es: '/es' },
    shipping: 'Shipping',
  },
  'walmart.ca': {
    host: 'www.walmart.ca',
    currency: 'CAD',
    prefixes: { en: '/en', fr: '/fr' },
    shipping: 'Delivery',
  },
  'walmart.com.mx': { host: 'www.walmart.com.mx', currency: 'MXN', prefixes: { es: '' }, shipping: 'Shipping' },
};

export const DEFAULT_DOMAIN = 'walmart.com';

export type StorefrontParams = Pick<OperationParams<'retailer/product'>, 'domain' | 'language' | 'url'>;

const domainOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : URL.parse(url)?.hostname.replace(/^www\./, '');

/** The shop of a request: that of the address, else of the domain. */
export const storefrontOf = ({ url, domain }: StorefrontParams): Storefront => {
  const storefront = STOREFRONTS[domainOf(url) ?? ''] ?? STOREFRONTS[domain] ?? STOREFRONTS[DEFAULT_DOMAIN];
  if (!storefront) throw new Error('the shop of the default domain is not known');
  return storefront;
};

/** The path prefix of a language tag, whatever its region; the shop's own for an unknown language. */
export const prefixOf = ({ prefixes }: Storefront, tag = ''): string => {
  const [language = ''] = tag.split('-', 1);
  return (Object.hasOwn(prefixes, language) ? prefixes[language] : Object.values(prefixes)[0]) ?? '';
};

/** An address on the shop, or on the operator's origin for it. */
export const addressOn = (url: string, storefront: Storefront, origin: string | undefined): URL => {
  const given = new URL(url, `https://${storefront.host}`);
  return origin === undefined ? given : moveAddress(given, origin);
};

/** A whole address on the shop's own host; undefined for anything else. */
export const linkOn = (href: string | undefined, { host }: Storefront): string | undefined => {
  const url = href === undefined ? null : URL.parse(href, `https://${host}`);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};

/** A product's own address, without tracking of the list that it was found in. */
export const productUrl = (href: string | undefined, itemId: string, storefront: Storefront): string => {
  const url = href === undefined ? null : URL.parse(href, `https://${storefront.host}`);
  return url && /\/ip\//.test(url.pathname)
    ? `https://${storefront.host}${url.pathname}`
    : `https://${storefront.host}${prefixOf(storefront)}/ip/${addressPart(itemId)}`;
};
