import { runWorker } from '@quarry/worker-runtime';
import { build } from './build.js';

await runWorker({ service: 'browser-scrape', start: build });
