import { defineEngine } from '../../../scraper/engine.js';
import { IMAGE_BLOCKS, parseImages } from './parse.js';
import { engineaImagesRequest } from './request.js';

export const engineaImagesOperation = defineEngine({
  id: 'enginea/images',
  blocks: IMAGE_BLOCKS,
  request: (params, { origin }) => engineaImagesRequest(params, origin),
  parse: parseImages,
});
