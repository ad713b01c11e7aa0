import type { Excess } from './process/crash-watch.js';
import type { Renderer } from './process/process-tree.js';

/**
 * Bound of a renderer's processor time, workers and frames of its process included: a constant, plus this share of its age.
 * Ordinary pages, which mostly wait, never reach it; an endless loop does after 40 s, two of them after 17 s.
 */
export const MAX_RENDERER_CPU_MS = 30_000;
export const RENDERER_CPU_SHARE = 0.25;

export interface RendererBounds {
  readonly maxBytes: number;
  readonly maxCpuMs: number;
  /** Share of its age, in addition to `maxCpuMs`. */
  readonly cpuShare: number;
}

/** Bounds of the pages of a browser. */
export interface PageBounds extends RendererBounds {
  /** What all pages together may store in the browser process itself. */
  readonly maxSharedBytes: number;
}

/** Which bound a renderer exceeds; undefined if none. */
export const excessOf = (
  { ownBytes, cpuMs, ageMs }: Renderer,
  { maxBytes, maxCpuMs, cpuShare }: RendererBounds,
): Excess | undefined => {
  if (ownBytes > maxBytes) return 'memory';
  return cpuMs > maxCpuMs + cpuShare * ageMs ? 'cpu' : undefined;
};
