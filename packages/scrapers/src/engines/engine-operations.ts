import { engineaAiModeOperation } from './enginea/ai-mode/operation.js';
import { engineaImagesOperation } from './enginea/images/operation.js';
import { engineaSerpOperation } from './enginea/serp/operation.js';
import { engineaScholarOperation } from './enginea/scholar/operation.js';
import { engineaShoppingOperation } from './enginea/shopping/operation.js';
import { enginebSerpOperation } from './engineb/serp/operation.js';
import { enginecSerpOperation } from './enginec/serp/operation.js';
import type { Scrapers } from '../scraper/scraper.js';

/** All operations on search engines, by their ids. */
export const ENGINE_OPERATIONS: Scrapers = new Map(
  [
    engineaAiModeOperation,
    engineaImagesOperation,
    engineaScholarOperation,
    engineaSerpOperation,
    engineaShoppingOperation,
    enginebSerpOperation,
    enginecSerpOperation,
  ].map((operation) => [operation.id, operation]),
);
