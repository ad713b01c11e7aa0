import { TARGETS } from './operations/index.js';
import type { ValidateOptions } from './operation.js';

/** Origins configured by the operator, by target name. */
export type Origins = Readonly<Record<string, string | undefined>>;

/** Hosts of the configured origins, which URL parameters may point to as well. */
export const extraHostsOf = (origins: Origins): NonNullable<ValidateOptions['extraHosts']> =>
  Object.fromEntries(
    TARGETS.filter(({ hosts }) => hosts !== undefined).flatMap(({ name }) => {
      const origin = origins[name];
      return origin === undefined ? [] : [[name, [new URL(origin).host]]];
    }),
  );
