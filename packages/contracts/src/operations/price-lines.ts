import type { PriceLine } from '../operation.js';

/** The price list of an operation with one price. */
export const always = (credits: number): readonly [PriceLine] => [{ when: 'always', credits }];
