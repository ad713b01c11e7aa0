import type { QueueView } from '../../api/operator.js';
import type { Tone } from '../../ui/badge.js';

export interface QueueState {
  readonly tone: Tone;
  readonly text: string;
}

/** A single request that waits longer is late. */
const LATE_MS = 10_000;

/** How a queue stands, in words. */
export const queueState = ({ waiting, active, slots, oldestWaitMs = 0, openItems, state }: QueueView): QueueState => {
  if (waiting === undefined || active === undefined || slots === undefined) {
    return { tone: 'danger', text: 'No response' };
  }
  if (state === 'draining') return { tone: 'warning', text: 'Draining' };
  if (state === 'paused') return { tone: 'warning', text: 'Paused' };
  const hasWork = waiting > 0 || active > 0 || openItems > 0;
  if (slots === 0) return { tone: hasWork ? 'danger' : 'warning', text: 'No workers' };
  if (oldestWaitMs > LATE_MS) return { tone: 'warning', text: 'Behind' };
  return hasWork ? { tone: 'accent', text: 'Working' } : { tone: 'success', text: 'Idle' };
};
