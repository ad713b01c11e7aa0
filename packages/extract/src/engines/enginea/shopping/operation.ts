import type { EngineOperation } from '../../shared/engine-operation.js';
import { parseShopping, SHOPPING_BLOCKS } from './parse.js';
import { engineaShoppingRequest, type ShoppingParams } from './request.js';

export const engineaShoppingOperation: EngineOperation = {
  id: 'enginea/shopping',
  blocks: SHOPPING_BLOCKS,
  // safe because only what passed the operation's schema is asked for
  request: (params, { origin }) => engineaShoppingRequest(params as unknown as ShoppingParams, origin),
  parse: parseShopping,
};
