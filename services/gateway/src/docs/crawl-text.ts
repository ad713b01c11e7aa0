import { code } from './markdown.js';

/** What a crawl is, as markdown. */
export const crawlText = (): string =>
  `${code('POST /crawl/web')} fetches a page and the pages of its site that links and sitemaps lead to. Its job has the status, the results and the webhooks of a batch. Each page costs what the single call costs, once; failed pages and those whose text another page has are free. robots.txt is obeyed unless ${code('robots')} says otherwise. ${code('limit')}, ${code('maxDepth')} and ${code('maxCredits')} bound it.`;

/** The same for language models. */
export const crawlLines = (): readonly string[] => [
  '- POST /crawl/web with {"url", "limit"?, "maxDepth"?, "include"?, "exclude"?, "maxCredits"?, "scrape"?: {parameters of every page}, "webhook"?}: follows the links of a site; returns {"jobId", "status": "ok"}.',
  '- GET and DELETE /crawl/web/<jobId>, GET /crawl/web/<jobId>/results, results.ndjson and results.csv: as of a batch; query has url and depth, data has discoveredCount and limitsHit.',
];
