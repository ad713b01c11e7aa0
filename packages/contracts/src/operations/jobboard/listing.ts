import { jobboard } from '../../enums/jobboard.js';
import { defineOperation } from '../../define-operation.js';
import { onSite } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { choice, flag, integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { jobboardListingResult } from './listing-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'jobboard', title: 'the job site', hosts: [...jobboard.domain, 'indeed.com'] };

export const jobboardListing = defineOperation({
  id: 'jobboard/listing',
  summary: 'Job listings',
  queue: 'sites',
  target,
  isBuilt: true,
  prices: always(10),
  result: jobboardListingResult,
  example: { keyword: 'data engineer', location: 'Austin, TX', sort: 'date' },
  rules: [onSite('nextPage', target)],
  fields: {
    keyword: text({ note: 'Search text.', required: true }),
    location: text({ note: 'Place; a whole country for remote jobs.', required: true }),
    sort: choice({ note: 'Order of the results.', values: jobboard.sort, default: 'relevance' }),
    domain: choice({ note: 'Host of the site.', values: jobboard.domain, default: 'www.indeed.com' }),
    sponsoredOnly: flag({
      note: 'Sponsored listings alone. The site has no such filter: the others of the page are left out, and none may be left.',
      default: false,
    }),
    datePosted: integer({
      note: 'Posted within this number of days; sent as the next larger one the site has (1, 3, 7, 14).',
      min: 0,
    }),
    remoteType: choice({ note: 'Remote or hybrid jobs only.', values: jobboard.remoteType }),
    nextPage: url({
      note: 'pagination.nextPage of the previous answer, whole. start is ignored then.',
    }),
    start: integer({ note: 'Results to skip, in steps of 10.', min: 0 }),
  },
});
