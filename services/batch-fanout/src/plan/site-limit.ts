/**
 * Most items of one site that one job has out at once. Where workers keep to a pace, what they could not ask for within a
 * second would only wait in their slots.
 */
export const siteLimitOf = (siteConcurrency: number, siteRequestsPerSecond: number): number => {
  const bounds = [siteConcurrency, siteRequestsPerSecond].filter((bound) => bound > 0);
  return bounds.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...bounds);
};
