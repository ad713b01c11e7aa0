/** What a stage was spent on. */
export type StageName = 'queue' | 'fetch' | 'render' | 'read' | 'other';

/** A bar of the waterfall. */
export interface Stage {
  readonly name: StageName;
  /** Milliseconds from the start of the request. */
  readonly fromMs: number;
  readonly durationMs: number;
}

export interface StageTimes {
  readonly queueMs?: number | undefined;
  readonly fetchMs?: number | undefined;
  readonly renderMs?: number | undefined;
  readonly readMs?: number | undefined;
  readonly totalMs?: number | undefined;
}

export interface Waterfall {
  readonly stages: readonly Stage[];
  readonly totalMs: number;
  /** Round numbers for the scale below, from 0. */
  readonly ticks: readonly number[];
}

const ORDER = [
  ['queue', 'queueMs'],
  ['fetch', 'fetchMs'],
  ['render', 'renderMs'],
  ['read', 'readMs'],
] as const;

const TICKS_MAX = 6;

/** The smallest step of 1, 2 or 5 and zeros that gives few enough ticks. */
const stepFor = (totalMs: number): number => {
  const least = totalMs / TICKS_MAX;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power * 10;
};

const ticksFor = (totalMs: number): readonly number[] => {
  const step = stepFor(totalMs);
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => index * step);
};

/**
 * The stages of a request one after another. What the total has besides them, such as retries' pauses and storing the result, is
 * a stage of its own at the end. Undefined without any times.
 */
export const waterfallOf = (times: StageTimes): Waterfall | undefined => {
  const stages: Stage[] = [];
  let at = 0;
  for (const [name, key] of ORDER) {
    const durationMs = times[key];
    if (durationMs === undefined) continue;
    stages.push({ name, fromMs: at, durationMs });
    at += durationMs;
  }
  const { totalMs } = times;
  if (totalMs !== undefined && totalMs > at && stages.length > 0) {
    stages.push({ name: 'other', fromMs: at, durationMs: totalMs - at });
  }
  const whole = Math.max(totalMs ?? 0, at);
  return stages.length === 0 ? undefined : { stages, totalMs: whole, ticks: ticksFor(whole) };
};
