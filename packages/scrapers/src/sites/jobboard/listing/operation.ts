import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { JOB_FIELDS } from './job.js';
import { readListing } from './parse.js';
import { jobListingRequest } from './request.js';

export const jobboardListingOperation = defineSite({
  id: 'jobboard/listing',
  plan: GUARDED,
  main: { key: 'jobs', fields: JOB_FIELDS },
  begin: (params, { origin }) => jobListingRequest(params, origin),
  read: (params, documents) => readListing(params, documents),
});
