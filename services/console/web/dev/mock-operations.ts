import { OPERATIONS } from '@quarry/contracts';
import { describeOperation } from '../../src/routes/describe-operation.js';
import type { MockRoute } from './mock-route.js';

/** The operations of the contract. */
export const OPERATION_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/operations$/,
    handle: () => ({ body: { operations: OPERATIONS.map(describeOperation) } }),
  },
];
