import type { PriceLine } from '../operation.js';

/** The price list of an operation that always costs the same. */
export const always = (credits: number): readonly [PriceLine] => [{ when: 'always', credits }];
