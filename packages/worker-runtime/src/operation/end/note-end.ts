import { verdictRule } from '@quarry/contracts';
import { currentSpan, logEnd } from '@quarry/observability';
import type { RequestEnd, RequestRow } from '@quarry/store';
import type { OperationOutcome } from '../../port.js';
import { warnOnFailure, type Row, type Run, type Runtime } from '../handler-runtime.js';
import type { Stages } from './stage-times.js';

/** Tells the metrics and the log of a row that was ended here. */
export const tellEnd = ({ onEnded, log }: Pick<Runtime, 'onEnded' | 'log'>, row: RequestRow): void => {
  onEnded?.(row);
  logEnd(log, row);
};

/** An attempt that is over. */
interface OverAttempt {
  /** As it was begun. */
  readonly row: Row;
  /** How this attempt ends the row. */
  readonly end: RequestEnd;
  /** The row as it is now; undefined if it is gone. */
  readonly ended: Row | undefined;
  /** False: another attempt or the gateway had ended the row. */
  readonly isWinner: boolean;
  readonly outcome: Pick<OperationOutcome, 'tier' | 'result' | 'metadata'>;
  readonly stages: Pick<Stages, 'host' | 'exit'>;
  readonly durationMs: number;
}

/** What the account's allowance counts: the end of this attempt, or of its gateway that was faster at the deadline. */
const countedEnd = ({
  end,
  ended,
  isWinner,
}: OverAttempt): Pick<RequestEnd, 'verdict' | 'chargedCredits'> | undefined => {
  if (isWinner) return end;
  // The work was free all the same.
  if (ended?.state !== 'expired') return undefined;
  const { verdict = 'deadline_exceeded', chargedCredits } = ended;
  return { verdict, chargedCredits };
};

/** Only an attempt that ended the row is counted, so that no page counts twice. */
const noteReading = ({ reading }: Runtime, { row, end, outcome, stages }: OverAttempt): void => {
  const { id: requestId, accountId, operation } = row;
  const hasPage = end.pageName !== undefined || outcome.metadata?.['html'] !== undefined;
  const page = { host: stages.host(), exit: stages.exit(), result: outcome.result, hasPage };
  reading?.note({ operation, requestId, accountId, verdict: end.verdict, ...page });
};

/** The verdict is this attempt's. Credits are recorded only by the attempt that ended the row, so they can be summed over jobs. */
const recordSpan = ({ end: { verdict, chargedCredits }, outcome: { tier }, isWinner }: OverAttempt): void => {
  const span = currentSpan();
  span.set({
    'quarry.verdict': verdict,
    'quarry.tier': tier,
    'quarry.credits': isWinner ? chargedCredits : undefined,
  });
  if (verdictRule(verdict).error !== undefined) span.fail(verdict);
};

/** The one place where the end of an attempt is told: to metrics and log, to the account's allowance, to the trace. Never rejects. */
export const noteEnd = async (runtime: Runtime, run: Run, attempt: OverAttempt): Promise<void> => {
  const { row, end, ended, isWinner, durationMs } = attempt;
  const { tier } = attempt.outcome;
  if (isWinner && ended !== undefined) tellEnd(runtime, ended);
  if (isWinner) noteReading(runtime, attempt);
  const counted = countedEnd(attempt);
  if (counted !== undefined) {
    const { verdict, chargedCredits } = counted;
    const worth = { verdict, chargedCredits, tier, isItem: run.job.batchId !== undefined };
    await warnOnFailure(runtime, run, runtime.freeAllowance?.note(row, worth));
  }
  recordSpan(attempt);
  const { operation } = row;
  runtime.report?.({ operation, verdict: end.verdict, tier: tier ?? 'none', durationMs, isWinner });
};
