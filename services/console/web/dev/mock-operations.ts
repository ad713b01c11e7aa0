import { describeForms } from '../../src/routes/operation-routes.js';
import type { MockRoute } from './mock-route.js';

/** The forms of the contract. */
export const OPERATION_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/operations$/,
    handle: () => ({ body: describeForms() }),
  },
];
