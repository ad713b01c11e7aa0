import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../scraper/engine.js';
import { encodeUule } from './uule.js';

export type SearcherParams = Partial<
  Pick<OperationParams<'enginea/serp'>, 'location' | 'uule' | 'domain' | 'hl' | 'deviceType'>
>;

const DEFAULT_DOMAIN = 'google.com';

/** States that consent was declined: without it the engine shows only its consent page in some countries. */
const CONSENT_COOKIES = { CONSENT: 'PENDING+987', SOCS: 'CAESHAgBEhIaAB' };

/** The engine's own host, unless another origin is set. */
export const originOf = ({ domain = DEFAULT_DOMAIN }: SearcherParams, origin: string | undefined): string =>
  origin ?? `https://${domain.startsWith('www.') ? '' : 'www.'}${domain}`;

/** Where the search comes from, in the engine's own terms. */
export const uuleOf = ({ uule, location }: SearcherParams): string | undefined =>
  uule ?? (location === undefined ? undefined : encodeUule(location));

const acceptLanguage = (hl: string): string =>
  hl === 'en' ? 'en-US,en;q=0.9' : `${hl},${hl.split('-')[0] ?? hl};q=0.9,en;q=0.5`;

/** By these the engine chooses language and device, and skips its consent page. */
export const searcherOf = ({
  hl,
  deviceType = 'desktop',
}: SearcherParams): Pick<EngineRequest, 'headers' | 'cookies' | 'deviceType'> => ({
  headers: hl === undefined ? {} : { 'accept-language': acceptLanguage(hl) },
  cookies: CONSENT_COOKIES,
  deviceType,
});
