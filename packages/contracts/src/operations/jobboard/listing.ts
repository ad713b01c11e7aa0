import { z } from 'zod';
import { jobboard } from '../../enums/jobboard.js';
import { defineOperation } from '../../define-operation.js';
import { onSite } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { choice, flag, integer, text } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, anything, block, bool, int, numbers, string, strings, texts } from '../answer.js';
import { always } from '../price-lines.js';

export const jobboardTarget: Target = {
  name: 'jobboard',
  title: 'the job site',
  hosts: [...jobboard.domain, 'indeed.com'],
};

const job = block({
  title: z.string(),
  ...strings('company', 'location', 'url', 'jobKey', 'description', 'date', 'isoDate'),
  sponsored: bool,
  details: texts,
  benefits: texts,
  salary: block({ ...numbers('min', 'max'), ...strings('type', 'currency') }).optional(),
});

const jobboardListingResult = answer({
  searchInformation: block({ ...strings('keyword', 'location'), totalResults: int }).optional(),
  jobs: z.array(job),
  peopleAlsoSearchFor: anything,
  pagination: block({ nextPage: string }).optional(),
});

export const jobboardListing = defineOperation({
  id: 'jobboard/listing',
  summary: 'Job listings',
  queue: 'sites',
  target: jobboardTarget,
  prices: always(10),
  result: jobboardListingResult,
  example: { keyword: 'data engineer', location: 'Austin, TX', sort: 'date' },
  rules: [onSite('nextPage', jobboardTarget)],
  fields: {
    keyword: text({ note: 'Search text.', required: true }),
    location: text({ note: 'Place; a whole country for remote jobs.', required: true }),
    sort: choice({ note: 'Order of the results.', values: jobboard.sort, default: 'relevance' }),
    domain: choice({ note: 'Host of the site.', values: jobboard.domain, default: 'www.indeed.com' }),
    sponsoredOnly: flag({
      note: 'Ask so as to get more sponsored listings: by relevance, whatever sort says. The site has no such filter; no listing is left out.',
      default: false,
    }),
    datePosted: integer({
      note: 'Posted within this number of days. The site filters by 1, 3, 7 or 14; for other numbers older listings are left out afterwards, by the ages that the page shows.',
      min: 0,
    }),
    remoteType: choice({ note: 'Remote or hybrid jobs only.', values: jobboard.remoteType }),
    nextPage: url({
      note: 'pagination.nextPage of the previous response, complete. start is then ignored.',
    }),
    start: integer({ note: 'Results to skip, in steps of 10.', min: 0 }),
  },
});
