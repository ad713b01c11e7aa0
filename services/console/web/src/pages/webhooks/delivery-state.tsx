import { StatusDot, type Tone } from '../../ui/badge.js';
import type { Delivery, DeliveryState } from './deliveries-query.js';

const TONES: Readonly<Record<DeliveryState, Tone>> = { pending: 'accent', delivered: 'success', dead: 'danger' };

/** How a delivery stands. */
export function DeliveryStateDot({ delivery: { state, attempts } }: { readonly delivery: Delivery }) {
  const word = state === 'pending' && attempts > 0 ? 'retrying' : state === 'dead' ? 'given up' : state;
  return (
    <StatusDot tone={state === 'pending' && attempts > 0 ? 'warning' : TONES[state]} isActive={state === 'pending'}>
      {word}
    </StatusDot>
  );
}
