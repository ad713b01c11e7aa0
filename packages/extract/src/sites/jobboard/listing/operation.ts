import type { SiteOperation } from '../../shared/site-operation.js';
import { JOB_FIELDS } from './job.js';
import { readListing } from './parse.js';
import { jobListingRequest, type JobListingParams } from './request.js';

export const jobboardListingOperation: SiteOperation = {
  id: 'jobboard/listing',
  main: { key: 'jobs', fields: JOB_FIELDS },
  // safe because only what passed the operation's schema is asked for
  begin: (params, { origin }) => jobListingRequest(params as unknown as JobListingParams, origin),
  // safe for the same reason
  read: (params, documents) => readListing(params as unknown as JobListingParams, documents),
};
