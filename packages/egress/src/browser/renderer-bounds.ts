import type { Excess } from './process/crash-watch.js';
import type { Renderer } from './process/process-tree.js';

/**
 * Processor time of a renderer, workers and frames of its process included: so much from its start, and this share of its age.
 * A page that is at work beside its waits never meets it; a loop without an end does after 40 s, two of them after 17 s.
 */
export const MAX_RENDERER_CPU_MS = 30_000;
export const RENDERER_CPU_SHARE = 0.25;

export interface RendererBounds {
  readonly maxBytes: number;
  readonly maxCpuMs: number;
  /** Of its age, beside `maxCpuMs`. */
  readonly cpuShare: number;
}

/** Bounds of the pages of a browser. */
export interface PageBounds extends RendererBounds {
  /** What pages may keep with the browser itself, all of them together. */
  readonly maxSharedBytes: number;
}

/** What a renderer has taken too much of; undefined while it is within its bounds. */
export const excessOf = (
  { ownBytes, cpuMs, ageMs }: Renderer,
  { maxBytes, maxCpuMs, cpuShare }: RendererBounds,
): Excess | undefined => {
  if (ownBytes > maxBytes) return 'memory';
  return cpuMs > maxCpuMs + cpuShare * ageMs ? 'cpu' : undefined;
};
