import { isBody } from '../compat-call.js';

/** What clients send of themselves. */
export const OF_CLIENTS = ['origin', 'integration'] as const;

/** `maxAge` of milliseconds in whole seconds; anything else is left to the operation to judge. */
export const secondsOf = (milliseconds: unknown): unknown =>
  typeof milliseconds === 'number' ? Math.floor(milliseconds / 1_000) : milliseconds;

/** `location: {country}`, the only part of it that an exit can have; undefined where it has others. */
export const countryOf = (location: unknown): { readonly ok: boolean; readonly country?: unknown } => {
  if (location === undefined || location === null) return { ok: true };
  if (!isBody(location)) return { ok: false };
  const { country, languages, ...others } = location;
  const isCountryAlone = Object.keys(others).length === 0 && (!Array.isArray(languages) || languages.length === 0);
  return isCountryAlone ? { ok: true, country } : { ok: false };
};
