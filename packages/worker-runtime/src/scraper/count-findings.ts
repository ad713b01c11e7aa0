import { mainListOf, operationById } from '@quarry/contracts';
import type { Scraper, ScrapedResult, Scrapers } from '@quarry/scrapers/scraper';
import type { Metrics } from '@quarry/observability';
import { countFilledFields, type MainRows } from './count-filled-fields.js';

export type ReportFindings = (scraper: Scraper, found: Pick<ScrapedResult, 'blocks' | 'result'>) => void;

const mainOf = ({ id, main }: Scraper): MainRows | undefined => {
  const operation = operationById(id);
  return main ?? (operation && mainListOf(operation));
};

/**
 * Counts what scrapers found: by block, and by field of the rows of the main list. If a page loses a part, its curve falls. Labels
 * are those of the contract only.
 */
export const createFindingsReport = (scrapers: Scrapers, metrics: Pick<Metrics, 'increment'>): ReportFindings => {
  const mains = new Map([...scrapers].map(([id, scraper]) => [id, mainOf(scraper)]));
  return ({ id: operation, blocks: known = [] }, { blocks = [], result }) => {
    for (const block of known) {
      metrics.increment('parser_blocks_total', { operation, block, found: String(blocks.includes(block)) });
    }
    const main = mains.get(operation);
    if (main) countFilledFields(metrics, operation, main, result);
  };
};
