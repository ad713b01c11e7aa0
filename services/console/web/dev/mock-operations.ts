import { isCallField, OPERATIONS, type Operation } from '@quarry/contracts';
import type { MockRoute } from './mock-route.js';

const describe = ({ id, method, path, summary, isBatchable, prices, input, example }: Operation) => {
  const names = Object.keys(input.fields);
  const least = Math.min(...prices.map(({ credits }) => credits));
  return {
    ...{ id, method, path, summary, isBatchable, example, title: id, family: id.split('/', 1)[0] },
    credits: { text: `${least} or more credits`, least, prices },
    parameters: input.schema,
    rules: input.rules,
    groups: [
      { title: 'Parameters', names: names.filter((name) => !isCallField(name)) },
      { title: 'Call', names: names.filter(isCallField) },
    ],
  };
};

/** The operations of the contract. */
export const OPERATION_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/operations$/,
    handle: () => ({ body: { operations: OPERATIONS.map(describe) } }),
  },
];
