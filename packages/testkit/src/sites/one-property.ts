import { troubleOf } from './site-trouble.js';
import type { SitePages } from './site-pages.js';

const propertyOf = (id: number, path: string): Record<string, unknown> => ({
  zpid: id,
  hdpUrl: path,
  address: { streetAddress: `${id} Example St`, city: 'Austin', state: 'TX', zipcode: '78701' },
  homeStatus: 'FOR_SALE',
  homeType: 'SINGLE_FAMILY',
  price: 400_000 + id,
  currency: 'USD',
  bedrooms: 3,
  bathrooms: 2,
  description: 'A house of our own making.',
  attributionInfo: { agentName: 'Ann Agent', brokerName: 'Homes Ltd' },
  contactFormRenderData: { data: { agent_module: { profile_url: '/profile/ann/' } } },
});

const stateOf = (property: unknown): string => {
  const cache = JSON.stringify({ ForSaleFullRenderQuery: { property } });
  const state = { props: { pageProps: { componentProps: { gdpClientCache: cache } } } };
  return JSON.stringify(state).replaceAll('<', '\\u003c');
};

/** Properties: any id is one; one whose address begins with `gone` is delisted, with `!word` is trouble. */
export const oneProperty: SitePages = ({ pathname }) => {
  if (pathname === '/profile/ann/') {
    return { body: '<!doctype html><title>Ann</title><h1>Ann Agent</h1><a href="mailto:ann@homes.example">Write</a>' };
  }
  const [, slug = '', id] = /^\/homedetails\/([^/]*)\/(\d+)_zpid\/$/.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  const trouble = troubleOf(slug);
  if (trouble) return trouble;
  const property = slug.startsWith('gone') ? null : propertyOf(Number(id), pathname);
  return {
    body: `<!doctype html><html><head><title>Home</title></head><body><h1>Home</h1><p>${'A home among others. '.repeat(20)}</p>
<script id="__NEXT_DATA__" type="application/json">${stateOf(property)}</script></body></html>`,
  };
};
