import { TARGETS, type ValidateOptions } from '@quarry/contracts';

/** Origins that the operator has configured, by the names of their targets. */
export type Origins = Readonly<Record<string, string | undefined>>;

/** Hosts that a URL parameter may point to because the operator asks a site there: those of the configured origins. */
export const extraHostsOf = (origins: Origins): NonNullable<ValidateOptions['extraHosts']> =>
  Object.fromEntries(
    TARGETS.filter(({ hosts }) => hosts !== undefined).flatMap(({ name }) => {
      const origin = origins[name];
      return origin === undefined ? [] : [[name, [new URL(origin).host]]];
    }),
  );
