import { groupDigits } from '@quarry/contracts';
import { formatCredits } from '../../output/table.js';
import type { FailureKind } from './failure-tally.js';
import type { StatusCount } from './status-tally.js';

/** Combined progress of the followed jobs. */
export interface Progress {
  readonly jobs: number;
  readonly jobsEnded: number;
  /** No item of any job has started. */
  readonly isPending: boolean;
  readonly requests: number;
  /** Addresses that running crawls know, so that `requests` still grows; undefined if none runs. */
  readonly discovered?: number | undefined;
  readonly ended: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly creditsCharged: number;
  readonly perSecond: number | undefined;
  readonly failures: readonly FailureKind[];
  /** Successes with a 4xx page. */
  readonly targetErrors: number;
  /** Responses of the targets by status, of the rows read so far. */
  readonly targetStatuses: readonly StatusCount[];
  /** The current problem, if any. */
  readonly trouble: string | undefined;
}

export interface ScreenStyle {
  readonly columns: number;
  readonly isUnicode: boolean;
  readonly isColored: boolean;
}

const BAR = { least: 10, most: 40 } as const;
const COLORS = { green: '32', red: '31', yellow: '33', dim: '2' } as const;

/** A piece of a line with its colour; colours take no columns. */
interface Piece {
  readonly text: string;
  readonly color?: keyof typeof COLORS | undefined;
}

const CONTROL_CHARACTERS = /\p{Cc}/gu;

const paint = ({ text, color }: Piece, isColored: boolean): string =>
  color && isColored && text !== '' ? `\u001B[${COLORS[color]}m${text}\u001B[0m` : text;

/** A line that never wraps. */
const joinPieces = (pieces: readonly Piece[], { columns, isColored }: ScreenStyle): string => {
  let room = columns - 1;
  return pieces
    .map(({ text, ...piece }) => {
      const shown = text.replace(CONTROL_CHARACTERS, ' ').slice(0, Math.max(room, 0));
      room -= shown.length;
      return paint({ text: shown, ...piece }, isColored);
    })
    .join('');
};

export const formatDuration = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(whole / 3_600)} h ${String(Math.floor((whole % 3_600) / 60)).padStart(2, '0')} min`;
};

const formatRate = (perSecond: number): string =>
  `${perSecond < 10 ? perSecond.toFixed(1) : groupDigits(Math.round(perSecond))}/s`;

const etaSeconds = ({ requests, ended, perSecond }: Progress): number | undefined =>
  perSecond === undefined || perSecond <= 0 || ended >= requests ? undefined : (requests - ended) / perSecond;

/** Percent, rounded down, so that 100 means complete. */
export const percentOf = ({ requests, ended }: Pick<Progress, 'requests' | 'ended'>): number =>
  requests === 0 ? 100 : Math.floor((ended * 100) / requests);

const paceOf = (progress: Progress): string => {
  const { perSecond } = progress;
  if (progress.discovered !== undefined) {
    if (progress.isPending) return '  waiting to start';
    return perSecond === undefined ? '' : `  ${formatRate(perSecond)}`;
  }
  if (progress.ended >= progress.requests) return '';
  if (progress.isPending) return '  waiting to start';
  const eta = etaSeconds(progress);
  const rate = perSecond === undefined ? '' : `  ${formatRate(perSecond)}`;
  return eta === undefined ? rate : `${rate}  ETA ${formatDuration(eta)}`;
};

/** Of a crawl nobody knows how many pages are to come: a bar would go back. */
const describeFinds = ({ ended, discovered = 0 }: Progress): string =>
  `${groupDigits(ended)} of ${groupDigits(discovered)} addresses found so far`;

const renderBar = (progress: Progress, style: ScreenStyle): string => {
  if (progress.discovered !== undefined) {
    return joinPieces([{ text: describeFinds(progress), color: 'green' }, { text: paceOf(progress) }], style);
  }
  const [full, empty] = style.isUnicode ? ['█', '░'] : ['#', '.'];
  const counts = ` ${String(percentOf(progress)).padStart(3)} %  ${groupDigits(progress.ended)} / ${groupDigits(progress.requests)}`;
  const pace = paceOf(progress);
  const width = Math.min(Math.max(style.columns - 1 - counts.length - pace.length, BAR.least), BAR.most);
  const filled = progress.requests === 0 ? width : Math.floor((progress.ended * width) / progress.requests);
  const bar: Piece[] = [
    { text: full.repeat(filled), color: 'green' },
    { text: empty.repeat(width - filled), color: 'dim' },
  ];
  return joinPieces([...bar, { text: counts }, { text: pace }], style);
};

const renderCounts = (progress: Progress, style: ScreenStyle): string => {
  const { jobs, jobsEnded, succeeded, failed, creditsCharged } = progress;
  return joinPieces(
    [
      { text: `${groupDigits(succeeded)} ok` },
      { text: `  ${groupDigits(failed)} failed`, color: failed > 0 ? 'red' : undefined },
      { text: `  ${formatCredits(creditsCharged)} charged` },
      { text: jobs > 1 ? `  ${jobsEnded} of ${jobs} jobs ended` : '' },
    ],
    style,
  );
};

/** The lines on screen: a bar, counts, failures by reason and the current problem, none wider than the screen. */
export const renderScreen = (progress: Progress, style: ScreenStyle): readonly string[] => {
  const failures = progress.failures.map(({ reason, count }) => `${groupDigits(count)} ${reason}`).join('  ');
  return [
    renderBar(progress, style),
    renderCounts(progress, style),
    ...(failures === '' ? [] : [joinPieces([{ text: failures, color: 'red' }], style)]),
    ...(progress.trouble === undefined ? [] : [joinPieces([{ text: progress.trouble, color: 'yellow' }], style)]),
  ];
};

/** The same as one line of plain text, for logs. */
export const renderPlain = (progress: Progress): string => {
  const { succeeded, failed, creditsCharged, failures } = progress;
  const reasons = failures.map(({ reason, count }) => `${groupDigits(count)} ${reason}`).join(', ');
  return [
    progress.discovered === undefined
      ? `${groupDigits(progress.ended)} of ${groupDigits(progress.requests)} (${percentOf(progress)} %)`
      : describeFinds(progress),
    `${groupDigits(succeeded)} ok`,
    `${groupDigits(failed)} failed${reasons === '' ? '' : ` (${reasons})`}`,
    `${formatCredits(creditsCharged)} charged${paceOf(progress).replaceAll('  ', ', ')}`,
  ].join(', ');
};
