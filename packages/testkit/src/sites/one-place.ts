import { troubleOf } from './site-trouble.js';
import type { SitePages } from './site-pages.js';

const ID = 'M1JJfYM_exJE9lqTIWg7FA';

const placeOf = (alias: string): Record<string, unknown> => ({
  name: `Place ${alias}`,
  alias,
  rating: 4.5,
  reviewCount: 12,
  phoneNumber: { formatted: '(512) 555-0100' },
  location: { address: { formatted: '1 Quarry Rd\nAustin, TX 78701' }, country: { code: 'US' } },
  categories: [{ title: 'Masonry' }],
});

const escapeState = (store: unknown): string =>
  JSON.stringify(store)
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('&#34;', '&quot;');

/** Places by alias; `gone…` does not exist, `!word` makes trouble. */
export const onePlace: SitePages = ({ pathname }) => {
  const [, alias] = /^\/biz\/([^/]+)$/.exec(pathname) ?? [];
  if (alias === undefined || alias.startsWith('gone')) return undefined;
  const trouble = troubleOf(decodeURIComponent(alias));
  if (trouble) return trouble;
  const store = { [`$ROOT_QUERY.business({"encid":"${ID}"})`]: placeOf(alias) };
  return {
    body: `<!doctype html><html><head><title>Place</title><meta name="yelp-biz-id" content="${ID}"></head>
<body><h1>Place</h1><p>${'A place among others. '.repeat(20)}</p>
<script data-apollo-state="u" type="application/json"><!--${escapeState(store)}--></script></body></html>`,
  };
};
