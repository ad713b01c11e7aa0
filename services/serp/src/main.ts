import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { taskFileBeside } from '@quarry/worker-runtime';
import { runScrapers } from '@quarry/worker-runtime/scraper';

await runScrapers({
  service: 'serp',
  scrapers: ENGINE_OPERATIONS,
  taskFile: taskFileBeside(import.meta.url, 'parse-task'),
});
