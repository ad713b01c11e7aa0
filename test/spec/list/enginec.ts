import { refused, sent, type EntryList, type Given } from '../entry.js';

const query = (row: string, rule: string, give: Given, wanted: Readonly<Record<string, string | null>>) =>
  sent(row, rule, give, { path: '/html/', query: wanted });

export const ENGINEC: EntryList = {
  table: 'enginec/serp',
  operation: 'enginec/serp',
  valid: { q: 'slate roofs' },
  entries: [
    query('q', 'is the search text', {}, { q: 'slate roofs' }),
    {
      rows: ['q', 'nextPageToken'],
      rule: 'are not both missing',
      give: { q: null },
      seen: {
        refused: [
          { field: 'q', rule: 'requiredIfNotExists' },
          { field: 'nextPageToken', rule: 'requiredIfNotExists' },
        ],
      },
    },
    query('kl', 'is the region', { kl: 'de-de' }, { kl: 'de-de' }),
    query('kl', 'may be none', { kl: 'wt-wt' }, { kl: 'wt-wt' }),
    query('kl', 'overrides cc and setLang', { kl: 'fr-fr', cc: 'us', setLang: 'es' }, { kl: 'fr-fr' }),
    sent('kl', 'is a cookie too', { kl: 'de-de' }, { cookies: { kl: 'de-de' } }),
    refused('kl', 'is a country and a language', { kl: 'germany' }, 'kl', 'regex'),
    query('cc', 'is the country of the region', { cc: 'us', setLang: 'es' }, { kl: 'us-es' }),
    query('cc', 'is ignored when kl is given', { cc: 'us', kl: 'wt-wt' }, { kl: 'wt-wt' }),
    refused('cc', 'is a country', { cc: 'xx' }, 'cc', 'enum'),
    query('setLang', 'is the language of the region', { cc: 'ch', setLang: 'fr' }, { kl: 'ch-fr' }),
    sent('setLang', 'is the language of the browser', { setLang: 'de' }, { headers: { 'accept-language': /^de\b/ } }),
    query('setLang', 'may name a script', { cc: 'hk', setLang: 'zh-hant' }, { kl: 'hk-tzh' }),
    query('setLang', 'is ignored when kl is given', { setLang: 'fr', kl: 'de-de' }, { kl: 'de-de' }),
    refused('setLang', 'is a language', { setLang: '12' }, 'setLang', 'regex'),
    query('safeSearch', 'is strict', { safeSearch: 'strict' }, { kp: '1' }),
    query('safeSearch', 'is moderate', { safeSearch: 'moderate' }, { kp: '-1' }),
    query('safeSearch', 'is off', { safeSearch: 'off' }, { kp: '-2' }),
    refused('safeSearch', 'is one of its values', { safeSearch: 'on' }, 'safeSearch', 'enum'),
    sent('deviceType', 'is a desktop unless stated', {}, { headers: { 'user-agent': /^(?!.*Mobile)/ } }),
    sent('deviceType', 'may be a telephone', { deviceType: 'mobile' }, { headers: { 'user-agent': /Mobile/ } }),
    refused('deviceType', 'is one of its values', { deviceType: 'watch' }, 'deviceType', 'enum'),
    {
      rows: ['nextPageToken'],
      rule: 'is in each response that has a next page',
      seen: { answer: { nextPageToken: /^\S{40,}$/, 'pagination.nextPageToken': /^\S{40,}$/ } },
    },
    {
      rows: ['nextPageToken'],
      rule: 'gives the next page in place of q',
      give: { q: null, nextPageToken: '{token}' },
      seen: { asked: { path: '/html/', form: { q: 'slate roofs', s: '10' } }, answer: { 'organicResults[].title': 'Report 11 on slate roofs' } }, // oxfmt-ignore
    },
    {
      rows: ['nextPageToken'],
      rule: 'wins over q',
      give: { q: 'something else', nextPageToken: '{token}' },
      seen: { asked: { form: { q: 'slate roofs', s: '10' } } },
    },
    {
      rows: ['nextPageToken'],
      rule: 'is used unchanged',
      give: { q: null, nextPageToken: 'changed{token}' },
      seen: { status: 400, error: 'token_expired' },
    },
    {
      rows: ['nextPageToken'],
      rule: 'is absent from the last page',
      give: { q: null, nextPageToken: '{lastToken}' },
      seen: { answer: { nextPageToken: null, pagination: null } },
    },
  ],
};
