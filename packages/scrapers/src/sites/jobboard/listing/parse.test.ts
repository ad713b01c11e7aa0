import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { MAX_JOBS } from './job.js';
import { jobboardListingOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';

const PARAMS = { keyword: 'mason', location: 'Texas' };
const PAGE_URL = 'https://www.indeed.com/jobs?q=mason&l=Texas';

const read = (text: string, params: Record<string, unknown> = {}, url = PAGE_URL) =>
  jobboardListingOperation.read(
    checkedParams('jobboard/listing', { ...PARAMS, ...params }),
    [{ step: 'listing', text, url }],
    {},
  );

const answer = (text: string, params?: Record<string, unknown>, url?: string): Record<string, unknown> => {
  const reading = read(text, params, url);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    operationById('jobboard/listing')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...reading.result,
    }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result };
};

const jobsOf = (text: string, params?: Record<string, unknown>) =>
  answer(text, params)['jobs'] as Record<string, unknown>[];

const RESULT = {
  jobkey: '0011223344556677',
  displayTitle: 'Stone mason & setter',
  title: 'x',
  company: 'Granite Works',
  formattedLocation: 'Austin, TX 78701',
  snippet: '<ul>\n <li>Sets <b>stone</b>.</li>\n <li>Reads plans &amp; drawings.</li></ul>',
  sponsored: false,
  formattedRelativeTime: '3 days ago',
  pubDate: Date.UTC(2026, 2, 25, 5),
  createDate: Date.UTC(2026, 3, 1),
  jobTypes: ['Full-time'],
  taxonomyAttributes: [
    { label: 'job-types', attributes: [{ label: 'Full-time', suid: 'A' }] },
    { label: 'remote', attributes: [{ label: 'Hybrid work', suid: 'B' }] },
    { label: 'benefits', attributes: [{ label: 'Paid time off', suid: 'C' }] },
    { label: 'dynamic-attributes', attributes: [{ label: 'Driver', suid: 'D' }] },
  ],
  extractedSalary: { min: 30.5, max: -1, type: 'hourly' },
  salarySnippet: { currency: 'USD', text: 'From $30.50 an hour' },
};

interface Made {
  readonly results?: readonly unknown[];
  readonly page?: Record<string, unknown> | undefined;
}

const pageOf = ({ results = [RESULT], page = {} }: Made = {}): string => `<!doctype html><title>jobs</title>
<script>window._initialData={"pageNum":2,"baseUrl":"https://www.indeed.com",${JSON.stringify({
  pageLinks: [
    { label: 1, href: '/jobs?q=mason&l=Texas', pp: null },
    { label: 2, href: '/jobs?q=mason&l=Texas&start=10', pp: 'gQ' },
    { label: 3, href: '/jobs?q=mason&l=Texas&start=20', pp: 'gR+' },
  ],
  searchTitleBarModel: { totalNumResults: 6217 },
  relatedQueries: [{ query: 'bricklayer' }, { query: 'tiler' }],
  noSearchResultModel: null,
  ...page,
}).slice(1)};</script>
<script>window.mosaic.providerData["mosaic-provider-jobcards"]=${JSON.stringify({
  metaData: { mosaicProviderJobCardsModel: { what: 'mason', where: 'Texas', results } },
})};window.mosaic.providerData["other"]={};</script>`;

describe('a page with its state', () => {
  it('is read value for value', () => {
    expect(answer(pageOf())).toEqual({
      searchInformation: { keyword: 'mason', location: 'Texas', totalResults: 6217 },
      jobs: [
        {
          title: 'Stone mason & setter',
          company: 'Granite Works',
          location: 'Austin, TX 78701',
          url: 'https://www.indeed.com/viewjob?jk=0011223344556677',
          jobKey: '0011223344556677',
          description: 'Sets stone. Reads plans & drawings.',
          sponsored: false,
          date: '3 days ago',
          isoDate: '2026-03-25T05:00:00.000Z',
          details: ['Full-time', 'Hybrid work'],
          benefits: ['Paid time off'],
          salary: { min: 30.5, type: 'HOURLY', currency: 'USD' },
        },
      ],
      peopleAlsoSearchFor: ['bricklayer', 'tiler'],
      pagination: { nextPage: 'https://www.indeed.com/jobs?q=mason&l=Texas&start=20&pp=gR%2B' },
    });
  });

  it.each([
    [{ extractedSalary: { min: 0, max: 975, type: 'WEEKLY' } }, { max: 975, type: 'WEEKLY', currency: 'USD' }],
    [
      { extractedSalary: { min: 1, max: 2, type: 'SOMETIMES' }, salarySnippet: { currency: '' } },
      { min: 1, max: 2 },
    ],
    [{ extractedSalary: undefined, estimatedSalary: { min: 5, max: 6, type: 'YEARLY' } }, undefined],
    [{ extractedSalary: { min: -1, max: -1, type: 'YEARLY' } }, undefined],
  ])('states pay as the employer does: %j', (parts, salary) => {
    expect(jobsOf(pageOf({ results: [{ ...RESULT, ...parts }] }))[0]?.['salary']).toEqual(salary);
  });

  it('leaves out what it does not say', () => {
    const { jobkey, title } = RESULT;
    expect(jobsOf(pageOf({ results: [{ jobkey, title, company: '', pubDate: 5 }] }))).toEqual([
      { title: 'x', url: `https://www.indeed.com/viewjob?jk=${jobkey}`, jobKey: jobkey, sponsored: false },
    ]);
  });

  it('gives each listing once, sponsored or not, whichever are asked for', () => {
    const ad = { ...RESULT, jobkey: 'ffff', sponsored: true };
    const page = pageOf({ results: [RESULT, ad, RESULT, null, { jobkey: 'untitled' }] });
    for (const sponsoredOnly of [true, false]) {
      expect(jobsOf(page, { sponsoredOnly }).map(({ jobKey }) => jobKey)).toEqual([RESULT.jobkey, 'ffff']);
    }
    expect(jobsOf(pageOf(), { sponsoredOnly: true })).toHaveLength(1);
  });

  it('is put in order of dates where it was asked for by relevance instead', () => {
    const on = (day: number | undefined) => ({
      ...RESULT,
      jobkey: `day${day}`,
      pubDate: day === undefined ? undefined : Date.UTC(2026, 2, day),
      createDate: undefined,
    });
    const page = pageOf({ results: [on(5), on(undefined), on(9), on(7)] });
    const keysOf = (params: Record<string, unknown>) => jobsOf(page, params).map(({ jobKey }) => jobKey);
    expect(keysOf({ sponsoredOnly: true, sort: 'date' })).toEqual(['day9', 'day7', 'day5', 'dayundefined']);
    expect(keysOf({ sponsoredOnly: true })).toEqual(['day5', 'dayundefined', 'day9', 'day7']);
    expect(keysOf({ sort: 'date' })).toEqual(['day5', 'dayundefined', 'day9', 'day7']);
  });

  it(`has ${MAX_JOBS} listings at most`, () => {
    const results = Array.from({ length: MAX_JOBS + 1 }, (_unused, index) => ({ ...RESULT, jobkey: `k${index}` }));
    expect(jobsOf(pageOf({ results }))).toHaveLength(MAX_JOBS);
  });

  it('is linked whatever letters a key has', () => {
    const [job] = jobsOf(pageOf({ results: [{ ...RESULT, jobkey: 'a\ud800' }] }));
    expect(job?.['url']).toBe('https://www.indeed.com/viewjob?jk=a%EF%BF%BD');
  });

  it.each([
    ['the model of an empty search', { noSearchResultModel: { message: 'none' } }],
    ['a total of none', { searchTitleBarModel: { totalNumResults: 0 } }],
  ])('is empty only by its own word: %s', (_name, page) => {
    expect(answer(pageOf({ results: [], page }))['jobs']).toEqual([]);
    expect(read(pageOf({ results: [] }))).toEqual({ outcome: 'unrecognized', reason: 'no_listings' });
  });

  it('has no next page on the last one', () => {
    expect(answer(pageOf({ page: { pageNum: 3 } }))['pagination']).toBeUndefined();
  });

  it('is linked on the site’s own host wherever it was asked', () => {
    const { pagination, jobs } = answer(pageOf(), { domain: 'de.indeed.com' }, 'http://127.0.0.1:9/jobs?q=mason');
    expect([pagination, (jobs as { url: string }[])[0]?.url]).toEqual([
      { nextPage: 'https://de.indeed.com/jobs?q=mason&l=Texas&start=20&pp=gR%2B' },
      'https://de.indeed.com/viewjob?jk=0011223344556677',
    ]);
  });
});

describe('the age of a listing', () => {
  const MADE_MS = Date.UTC(2026, 5, 30, 12);
  const DAY_MS = 86_400_000;
  const aged = (days: number, more: Record<string, unknown> = {}) => ({
    ...{ ...RESULT, jobkey: `d${days}`, formattedRelativeTime: 'hace tiempo' },
    ...{ createDate: MADE_MS - days * DAY_MS - 1_000, ...more },
  });
  const RESULTS = [aged(0), aged(2), aged(3), aged(8), aged(14), aged(30), aged(31)];
  const keysOf = (params: Record<string, unknown>, results: readonly unknown[] = RESULTS) => {
    const text = pageOf({ results }).replace('"what":', `"searchTimestamp":${MADE_MS},"what":`);
    return jobsOf(text, params).map(({ jobKey }) => jobKey);
  };

  it.each([
    ['above what the site filters by', { datePosted: 30 }, ['d0', 'd2', 'd3', 'd8', 'd14', 'd30']],
    ['far above', { datePosted: 365 }, ['d0', 'd2', 'd3', 'd8', 'd14', 'd30', 'd31']],
    ['between two of its steps', { datePosted: 2 }, ['d0', 'd2']],
    ['of today', { datePosted: 0 }, ['d0']],
  ])('is checked after the page came where the bound is %s', (_name, params, keys) => {
    expect(keysOf(params)).toEqual(keys);
  });

  it.each([1, 3, 7, 14, undefined])('is the site’s own matter where it filters by %s days', (datePosted) => {
    expect(keysOf({ datePosted })).toHaveLength(RESULTS.length);
  });

  it('is the one that the page shows in words where it has no times; a listing without either stays', () => {
    const worded = (words: string | undefined) =>
      aged(99, { jobkey: words, formattedRelativeTime: words, createDate: null });
    const words = [
      'Just posted',
      'Today',
      '1 day ago',
      'Posted 30 days ago',
      '30+ days ago',
      '31 days ago',
      'hace 40 días',
    ];
    expect(keysOf({ datePosted: 30 }, words.map(worded))).toEqual([
      ...['Just posted', 'Today', '1 day ago', 'Posted 30 days ago', 'hace 40 días'],
    ]);
  });

  it('may leave no listing of a page, which is no error', () => {
    expect(keysOf({ datePosted: 20 }, [aged(21)])).toEqual([]);
  });

  it('is read from the cards of a page without state', () => {
    expect(jobsOf(CARD, { datePosted: 5 })).toEqual([]);
    expect(jobsOf(CARD, { datePosted: 8 })).toHaveLength(1);
  });
});

const CARD = `<div class="jobsearch-SerpJobCard unifiedRow row result" data-jk="a1b2" data-tn-component="organicJob">
<div class="title"><a href="/rc/clk?jk=a1b2" title="Mason">Mason <b>II</b></a></div>
<span class="company"><a href="/cmp/x">Granite Works</a></span><span class="location">Waco, TX</span>
<div class="summary"><ul><li>Sets stone.</li></ul><div class="metadataDiv"><span class="metadataTag">Lifting<span>Explains</span></span></div></div>
<span class="date">7 days ago</span></div>`;
const TODAY = `<ul><li><div class="cardOutline result"><div class="job_seen_beacon"><h2><a data-jk="c3d4" href="/pagead/clk?x=1">Setter</a></h2>
<span data-testid="company-name">Slate Co</span><div data-testid="text-location">Remote</div></div>
<div data-testid="belowJobSnippet">Works.</div></div></li>
<li><div class="result" aria-hidden="true"><a data-jk="trap" href="/viewjob?jk=trap">Setter</a></div></li></ul>`;

describe('a page without state', () => {
  it('is read by its cards, old and new', () => {
    const page = `<a href="/jobs?q=mason&amp;start=20">3</a><a href="/jobs?q=mason&amp;start=10">2</a>${CARD}${TODAY}`;
    const { jobs, pagination, searchInformation } = answer(page);
    expect(searchInformation).toEqual(PARAMS);
    expect(pagination).toEqual({ nextPage: 'https://www.indeed.com/jobs?q=mason&start=10' });
    expect(jobs).toMatchObject([
      {
        title: 'Mason II',
        company: 'Granite Works',
        location: 'Waco, TX',
        jobKey: 'a1b2',
        description: 'Sets stone.',
        date: '7 days ago',
        sponsored: false,
      },
      { title: 'Setter', company: 'Slate Co', location: 'Remote', jobKey: 'c3d4', sponsored: true },
    ]);
    expect(jobs).toHaveLength(2);
  });

  it('leads on from where it is', () => {
    const page = `<a href="/jobs?q=m">1</a><a href="/jobs?q=m&start=20">3</a><a href="/browse?start=11">x</a>${CARD}`;
    const { pagination } = answer(page, {}, `${PAGE_URL}&start=10`);
    expect(pagination).toEqual({ nextPage: 'https://www.indeed.com/jobs?q=m&start=20' });
  });

  it('has no next page on another site', () => {
    const pageLinks = [1, 2, 3, 4].map((label) => ({ label: String(label), href: '//evil.example/jobs?start=20' }));
    expect(answer(pageOf({ page: { pageLinks } }))['pagination']).toBeUndefined();
  });

  it('is empty by its own word', () => {
    expect(answer('<div class="bad_query"><h2>did not match any jobs</h2></div>')['jobs']).toEqual([]);
  });

  it.each([
    ['some other page', '<!doctype html><title>Welcome</title><p>Hello.</p>'],
    ['the beginning of a page', pageOf().slice(0, 300)],
    ['nothing', ''],
  ])('is not understood where it is %s', (_name, text) => {
    expect(read(text)).toEqual({ outcome: 'unrecognized', reason: 'no_listings' });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (results, page) => {
        const source = `window._initialData=${JSON.stringify(page)};mosaic.providerData["mosaic-provider-jobcards"]={"metaData":{"mosaicProviderJobCardsModel":{"results":${JSON.stringify(results)}}}}`;
        expect(read(source).outcome).toBe('unrecognized');
      }),
    );
  });
});
