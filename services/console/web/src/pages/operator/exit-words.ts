import type { ExitCounts, ExitView } from '../../api/operator.js';
import { formatPercent } from '../../format/format.js';
import type { Tone } from '../../ui/badge.js';

/** From this share of its last hour on an exit is in trouble, once it was tried often enough to say so. */
const TROUBLED_SHARE = 0.5;
const ENOUGH_TRIES = 10;

export const triesOf = ({ served, blocked, failed }: ExitCounts): number => served + blocked + failed;

/** A share of the tries; a dash where there were none. */
export const shareOf = (part: number, counts: ExitCounts): string => {
  const tries = triesOf(counts);
  return tries === 0 ? '–' : formatPercent(part / tries);
};

/** What an exit is called: its pool and its place among that pool's templates, from 1. */
export const exitName = (name: string): string => {
  const [pool = '', place] = name.split(':');
  return place === undefined ? 'Own address' : `${pool} ${Number(place) + 1}`;
};

/** How an exit stands, in words. */
export const exitState = (exit: ExitView): { readonly tone: Tone; readonly text: string } => {
  const { workers, downWorkers, restingSites, lastHour } = exit;
  if (workers === 0) return { tone: 'neutral', text: 'Not in use' };
  if (downWorkers > 0) return { tone: 'danger', text: downWorkers === workers ? 'Down' : 'Down for some' };
  const tries = triesOf(lastHour);
  if (tries >= ENOUGH_TRIES && lastHour.served / tries < TROUBLED_SHARE) return { tone: 'warning', text: 'In trouble' };
  if (restingSites > 0) return { tone: 'accent', text: 'Cooling' };
  return { tone: 'success', text: 'Well' };
};
