import type { Plugin } from 'vite';

const ORDER = '@layer reset, base, ui;';
const OWN_STYLE = /\/src\/ui\/[^?]+\.css(?:\?|$)/;

/**
 * States the order of the layers in every style of the components: files of styles arrive in any order, and the first that names
 * a layer decides. Pages are in no layer, so a page's own rule wins over a component's.
 */
export const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: OWN_STYLE },
    handler: (code) => ({ code: `${ORDER}${code}`, map: null }),
  },
});
