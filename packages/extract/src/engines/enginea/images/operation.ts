import type { EngineOperation } from '../../shared/engine-operation.js';
import { IMAGE_BLOCKS, parseImages } from './parse.js';
import { engineaImagesRequest, type ImagesParams } from './request.js';

export const engineaImagesOperation: EngineOperation = {
  id: 'enginea/images',
  blocks: IMAGE_BLOCKS,
  // safe because only what passed the operation's schema is asked for
  request: (params, { origin }) => engineaImagesRequest(params as unknown as ImagesParams, origin),
  parse: parseImages,
};
