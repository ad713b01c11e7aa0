import { z } from 'zod';
import { answer, anything, block, bool, int, numbers, string, strings, texts } from '../answer.js';

const job = block({
  title: z.string(),
  ...strings('company', 'location', 'url', 'jobKey', 'description', 'date', 'isoDate'),
  sponsored: bool,
  details: texts,
  benefits: texts,
  salary: block({ ...numbers('min', 'max'), ...strings('type', 'currency') }).optional(),
});

export const jobboardListingResult = answer({
  searchInformation: block({ ...strings('keyword', 'location'), totalResults: int }).optional(),
  jobs: z.array(job),
  peopleAlsoSearchFor: anything,
  pagination: block({ nextPage: string }).optional(),
});
