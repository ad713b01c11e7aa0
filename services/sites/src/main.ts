import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { taskFileBeside } from '@quarry/worker-runtime';
import { runScrapers } from '@quarry/worker-runtime/scraper';

await runScrapers({
  service: 'sites',
  scrapers: SITE_OPERATIONS,
  taskFile: taskFileBeside(import.meta.url, 'read-task'),
});
