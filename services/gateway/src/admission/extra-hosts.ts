import { SITE_HOSTS, type SiteWord, type ValidateOptions } from '@quarry/contracts';

const SITE_WORDS = Object.keys(SITE_HOSTS) as SiteWord[];

/** Hosts that a URL parameter may point to because the operator asks a site there: those of the configured origins. */
export const extraHostsOf = (
  origins: Readonly<Partial<Record<SiteWord, string | undefined>>>,
): NonNullable<ValidateOptions['extraHosts']> =>
  Object.fromEntries(
    SITE_WORDS.flatMap((site) => {
      const origin = origins[site];
      return origin === undefined ? [] : [[site, [new URL(origin).host]]];
    }),
  );
