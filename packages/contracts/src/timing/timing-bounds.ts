/** Shortest and longest time between two runs of a schedule, seconds: a minute and a year. */
export const MIN_INTERVAL_SECONDS = 60;
export const MAX_INTERVAL_SECONDS = 31_622_400;
/** Coming runs that are shown. */
export const SHOWN_NEXT_RUNS = 5;
