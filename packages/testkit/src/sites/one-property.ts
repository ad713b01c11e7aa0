import { troubleOf } from './site-trouble.js';
import type { SitePages, SiteReply } from './site-pages.js';

const propertyOf = (id: number, path: string, agent: string): Record<string, unknown> => ({
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
  contactFormRenderData: { data: { agent_module: { profile_url: `/profile/${agent}/` } } },
});

const pageOf = (componentProps: unknown): SiteReply => {
  const state = JSON.stringify({ props: { pageProps: { componentProps } } }).replaceAll('<', '\\u003c');
  return {
    body: `<!doctype html><html><head><title>Home</title></head><body><h1>Home</h1><p>${'A home among others. '.repeat(20)}</p>
<script id="__NEXT_DATA__" type="application/json">${state}</script></body></html>`,
  };
};

const buildingOf = (path: string): Record<string, unknown> => ({
  lotId: '4711',
  bdpUrl: path,
  buildingName: 'Oak Court',
  currency: 'USD',
  floorPlans: [{ name: 'A1', beds: 1, baths: 1, minPrice: 1_825 }],
});

/**
 * Properties by any id, and buildings; an address that begins with `gone` is delisted, one with `shy` has an agent whose page
 * is refused, `!word` makes trouble.
 */
export const oneProperty: SitePages = ({ pathname }) => {
  if (pathname === '/profile/ann/') {
    return { body: '<!doctype html><title>Ann</title><h1>Ann Agent</h1><a href="mailto:ann@homes.example">Write</a>' };
  }
  if (pathname === '/profile/shy/') return troubleOf('!blocked');
  if (pathname.startsWith('/apartments/')) {
    return pageOf({ initialReduxState: { gdp: { building: buildingOf(pathname) } } });
  }
  const [, slug = '', id] = /^\/homedetails\/([^/]*)\/(\d+)_zpid\/$/.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  const trouble = troubleOf(slug);
  if (trouble) return trouble;
  const agent = slug.startsWith('shy') ? 'shy' : 'ann';
  const property = slug.startsWith('gone') ? null : propertyOf(Number(id), pathname, agent);
  return pageOf({ gdpClientCache: JSON.stringify({ ForSaleFullRenderQuery: { property } }) });
};
