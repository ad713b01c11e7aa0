import type { FindPlace } from '../../../places/find-place.js';
import type { EnginebSerpParams } from './request.js';

/**
 * Completes the parameters of a search with the coordinates of its `location`. Given coordinates win; one alone means nothing.
 * A place that is not known stays as it is.
 */
export const locateSearch =
  (openPlaces: () => Promise<FindPlace>) =>
  async (params: EnginebSerpParams): Promise<EnginebSerpParams> => {
    const { location, lat, lon, ...others } = params;
    if (lat !== undefined && lon !== undefined) return params;
    if (location === undefined) return others;
    const findPlace = await openPlaces();
    return { ...others, location, ...findPlace(location) };
  };
