/** One ScaledObject of k8s/components/scaling with what Kubernetes makes of it. */
export interface ScalingRule {
  /** Backlog that one replica is wanted for. */
  readonly threshold: number;
  readonly least: number;
  readonly most: number;
}

/** How often the backlog is read: `pollingInterval`. */
export const POLL_MS = 10_000;
/** How often a HorizontalPodAutoscaler decides. */
export const DECIDE_MS = 15_000;
/** It leaves a ratio alone that is as near to 1 as this. */
export const TOLERANCE = 0.1;
const UP = { factor: 2, pods: 4 };
const DOWN = { share: 0.25, periodMs: 60_000, stabilisationMs: 300_000 };

interface Wanted {
  readonly atMs: number;
  readonly replicas: number;
}

/** The replicas that are wanted, decision by decision. */
export class KedaRule {
  readonly #rule: ScalingRule;
  #recent: Wanted[] = [];
  /** How many there were before what went within the last period. */
  #removals: Wanted[] = [];

  constructor(rule: ScalingRule) {
    this.#rule = rule;
  }

  /** `replicas`: those that run or start. */
  decide(nowMs: number, backlog: number, replicas: number): number {
    const { threshold, least, most } = this.#rule;
    const ratio = backlog / (threshold * Math.max(1, replicas));
    const asked = Math.abs(ratio - 1) <= TOLERANCE ? replicas : Math.ceil(backlog / threshold);
    const bounded = Math.min(most, Math.max(least, asked));
    this.#recent = this.#recent.filter(({ atMs }) => atMs > nowMs - DOWN.stabilisationMs);
    this.#recent.push({ atMs: nowMs, replicas: bounded });
    if (bounded > replicas) return Math.min(bounded, Math.max(replicas * UP.factor, replicas + UP.pods));
    const stable = this.#recent.reduce((largest, wanted) => Math.max(largest, wanted.replicas), 0);
    return stable >= replicas ? replicas : this.#lessThan(nowMs, replicas, stable);
  }

  #lessThan(nowMs: number, replicas: number, wanted: number): number {
    this.#removals = this.#removals.filter(({ atMs }) => atMs > nowMs - DOWN.periodMs);
    const gone = this.#removals.reduce((sum, removal) => sum + removal.replicas, 0);
    const least = Math.floor((replicas + gone) * (1 - DOWN.share));
    const next = Math.min(replicas, Math.max(wanted, least));
    if (next < replicas) this.#removals.push({ atMs: nowMs, replicas: replicas - next });
    return next;
  }
}
