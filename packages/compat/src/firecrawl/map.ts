import { given, isBody, notSupported, unsupportedField, type Body, type CompatCall } from '../compat-call.js';
import { OF_CLIENTS } from './shared-fields.js';

const FIELDS = {
  known: new Set(['url', 'search', 'limit', 'includeSubdomains', 'sitemap', 'ignoreQueryParameters', 'timeout']),
  ignored: new Set<string>(OF_CLIENTS),
};

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;

/** Addresses with their titles; without their queries each is listed once, as first found. */
const linksOf = (answer: Body, ignoresQueries: boolean): readonly Body[] => {
  const links = new Map<string, Body>();
  for (const link of Array.isArray(answer['links']) ? (answer['links'] as unknown[]) : []) {
    if (!isBody(link)) continue;
    const url = ignoresQueries ? withoutQuery(String(link['url'])) : String(link['url']);
    if (!links.has(url)) links.set(url, given({ url, title: link['title'] }));
  }
  return [...links.values()];
};

/** The addresses of a site. */
export const mapCall: CompatCall = {
  path: '/v2/map',
  read: (body) => {
    const unsupported = unsupportedField(body, FIELDS);
    if (unsupported !== undefined) return notSupported(unsupported);
    const { url, search, limit, includeSubdomains, sitemap, timeout } = body;
    return {
      ok: true,
      operation: 'map/web',
      input: given({ url, search, limit, includeSubdomains, sitemap, timeout }),
      write: (answer) => {
        const { id } = isBody(answer['requestMetadata']) ? answer['requestMetadata'] : {};
        return { success: true, id, links: linksOf(answer, body['ignoreQueryParameters'] === true) };
      },
    };
  },
};
