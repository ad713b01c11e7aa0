import { createFindPlace, type FindPlace } from './find-place.js';

/** Reads the tables of places (GeoNames, CC BY 4.0) when a search first names one: about 32 MB of memory that most workers never need. */
export const lazyPlaces = (): (() => Promise<FindPlace>) => {
  let opened: Promise<FindPlace> | undefined;
  return () => {
    opened ??= import('./places.json', { with: { type: 'json' } }).then(({ default: tables }) =>
      createFindPlace(tables),
    );
    return opened;
  };
};
