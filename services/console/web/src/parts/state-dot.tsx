import { StatusDot } from '../ui/badge.js';
import type { StateWords } from './request-state.js';

/** The state of a request or of a batch, of `requestState` or `batchState`. */
export function StateDot({ state: { tone, text, isActive } }: { readonly state: StateWords }) {
  return (
    <StatusDot tone={tone} isActive={isActive}>
      {text}
    </StatusDot>
  );
}
