import { defineEngine } from '../../../scraper/engine.js';
import { parseScholar, SCHOLAR_BLOCKS } from './parse.js';
import { engineaScholarRequest } from './request.js';

export const engineaScholarOperation = defineEngine({
  id: 'enginea/scholar',
  blocks: SCHOLAR_BLOCKS,
  request: (params, { origin }) => engineaScholarRequest(params, origin),
  parse: parseScholar,
});
