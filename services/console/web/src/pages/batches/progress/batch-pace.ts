/** How many items had ended at a moment. */
export interface PaceSample {
  readonly atMs: number;
  readonly ended: number;
}

/** The pace is that of the last minute. */
const WINDOW_MS = 60_000;
const SAMPLES_MAX = 60;

/** The samples of the window with one more; a sample without progress keeps the window moving. */
export const withSample = (samples: readonly PaceSample[], sample: PaceSample): readonly PaceSample[] => {
  const last = samples.at(-1);
  // A batch that was read twice within a moment, or a clock that was set back, says nothing.
  if (last && sample.atMs - last.atMs < 500) return samples;
  const recent = samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS);
  return [...recent, sample].slice(-SAMPLES_MAX);
};

export interface Pace {
  /** Items per second. */
  readonly perSecond: number;
  /** Milliseconds until all have ended at this pace; undefined while nothing ends. */
  readonly leftMs: number | undefined;
}

/** The pace of a running batch; undefined until it is known. */
export const paceOf = (samples: readonly PaceSample[], remaining: number): Pace | undefined => {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs) return undefined;
  const perSecond = (Math.max(0, last.ended - first.ended) * 1_000) / (last.atMs - first.atMs);
  return { perSecond, leftMs: perSecond === 0 ? undefined : (remaining / perSecond) * 1_000 };
};

/** `312/s`, `4.2/s`, `18/min`. */
export const formatPace = (perSecond: number): string => {
  if (perSecond >= 10) return `${Math.round(perSecond)}/s`;
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${Math.round(perSecond * 60)}/min`;
};
