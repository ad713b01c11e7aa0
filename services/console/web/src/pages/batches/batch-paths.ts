/** Path of the batches of an operation: `scrape/web` as `/scrape/batch/web`, `enginea/serp` as `/scrape/batch/enginea/serp`. */
export const batchPath = (operation: string): string => `/scrape/batch/${operation.replace(/^scrape\//, '')}`;

/** Path of a results file of the API. */
export const resultsPath = (operation: string, jobId: string, file: string): string =>
  `${batchPath(operation)}/${jobId}/${file}`;
