import { formatMoment, formatRelative } from '../format/format.js';
import { useNow } from './use-now.js';

export interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** The moment itself instead of how long ago it was. */
  readonly isExact?: boolean;
}

/** A moment in local time: how long ago, with the exact time on pointing. */
export function Time({ at, isExact = false }: TimeProps) {
  const nowMs = useNow();
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return null;
  return (
    <time dateTime={at} title={isExact ? undefined : formatMoment(atMs)}>
      {isExact ? formatMoment(atMs) : formatRelative(atMs, nowMs)}
    </time>
  );
}
