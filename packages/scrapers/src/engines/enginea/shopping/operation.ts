import { defineEngine } from '../../../scraper/engine.js';
import { parseShopping, SHOPPING_BLOCKS } from './parse.js';
import { engineaShoppingRequest } from './request.js';

export const engineaShoppingOperation = defineEngine({
  id: 'enginea/shopping',
  blocks: SHOPPING_BLOCKS,
  request: (params, { origin }) => engineaShoppingRequest(params, origin),
  parse: parseShopping,
});
