import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import type { ScraperReading } from '@quarry/scrapers/scraper';

/** An engine's operation reads one page. */
export type ParsedPage = Exclude<ScraperReading, { readonly outcome: 'ask' }>;

/** The parser of an operation on an engine; throws where there is none. */
export const engineParser = (
  id: string,
): ((document: { readonly text: string; readonly url?: string | undefined }) => ParsedPage) => {
  const scraper = ENGINE_OPERATIONS.get(id);
  if (!scraper) throw new Error(`there is no operation ${id}`);
  return ({ text, url = '' }) => {
    const reading = scraper.read({}, [{ step: 'page', text, url }], {});
    if (reading.outcome === 'ask') throw new Error(`${id} asks for more`);
    return reading;
  };
};
