import { refused, sent, type AskedOfTarget, type EntryList, type Given } from '../entry.js';

const asks = (row: string, rule: string, give: Given, asked: AskedOfTarget) =>
  sent(row, rule, give, { path: '/jobs', ...asked });

export const JOBBOARD: EntryList = {
  table: 'jobboard/listing',
  operation: 'jobboard/listing',
  valid: { keyword: 'mason', location: 'Texas' },
  entries: [
    asks('keyword', 'is the search text', {}, { query: { q: 'mason' } }),
    refused('keyword', 'is required', { keyword: null }, 'keyword', 'required'),
    asks('location', 'is the place', { location: 'Austin, TX' }, { query: { l: 'Austin, TX' } }),
    asks('location', 'may be a country for remote jobs', { location: 'United States', remoteType: 'remote' }, { query: { l: 'United States' } }), // oxfmt-ignore
    refused('location', 'is required', { location: null }, 'location', 'required'),
    asks('sort', 'is by date', { sort: 'date' }, { query: { sort: 'date' } }),
    refused('sort', 'is one of its values', { sort: 'salary' }, 'sort', 'enum'),
    {
      rows: ['domain'],
      rule: 'is the host that is asked',
      give: { domain: 'uk.indeed.com' },
      seen: { address: /^https:\/\/uk\.indeed\.com\/jobs\?/, answer: { 'pagination.nextPage': /^https:\/\/uk\.indeed\.com\// } }, // oxfmt-ignore
    },
    { rows: ['domain'], rule: 'has a default', seen: { address: /^https:\/\/www\.indeed\.com\/jobs\?/ } },
    refused('domain', 'is a host of the site', { domain: 'example.com' }, 'domain', 'enum'),
    asks('sponsoredOnly', 'is false unless stated', {}, { query: { q: 'mason' } }),
    refused('sponsoredOnly', 'is true or false', { sponsoredOnly: '1' }, 'sponsoredOnly', 'boolean'),
    asks('datePosted', 'is a number of days', { datePosted: '7' }, { query: { fromage: '7' } }),
    asks('datePosted', 'is the next larger one of the site', { datePosted: '5' }, { query: { fromage: '7' } }),
    refused('datePosted', 'is an integer', { datePosted: 'week' }, 'datePosted', 'integer'),
    asks('remoteType', 'is remote', { remoteType: 'remote' }, { query: { sc: /attr\(DSQF7\)/ } }),
    asks('remoteType', 'is hybrid', { remoteType: 'hybrid' }, { query: { sc: /attr\(PAXZC\)/ } }),
    refused('remoteType', 'is one of its values', { remoteType: 'office' }, 'remoteType', 'enum'),
    { rows: ['nextPage'], rule: 'is in the response', seen: { answer: { 'pagination.nextPage': /^https:\/\/www\.indeed\.com\/jobs\?q=mason&l=Texas&start=10/ } } }, // oxfmt-ignore
    asks('nextPage', 'is asked as it is', { nextPage: 'https://www.indeed.com/jobs?q=mason&l=Texas&start=10&pp=mark1' }, { query: { start: '10', pp: 'mark1' } }), // oxfmt-ignore
    asks('nextPage', 'overrides start', { nextPage: 'https://www.indeed.com/jobs?q=mason&l=Texas&start=10&pp=mark1', start: '40' }, { query: { start: '10' } }), // oxfmt-ignore
    refused('nextPage', 'is on the site', { nextPage: 'https://example.com/jobs?q=mason' }, 'nextPage', 'urlHost'),
    asks('start', 'skips results', { start: '20' }, { query: { start: '20' } }),
    refused('start', 'is not negative', { start: '-10' }, 'start', 'min'),
  ],
};
