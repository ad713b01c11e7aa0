import { defined } from '@quarry/html';
import { MAX_HOST_CHARS, type RequestEnd } from '@quarry/store';
import type { OperationOutcome } from '../../port.js';
import type { Row } from '../handler-runtime.js';
import type { Stages, StageTimes } from './stage-times.js';

type RunRecord = Pick<RequestEnd, 'host' | 'tier' | 'statusCode'> & StageTimes;

/** What the request log keeps of a run, beside how it ended. */
export const recordOf = ({ tier, statusCode }: OperationOutcome, stages: Stages): RunRecord => {
  const host = stages.host();
  const isKept = host !== undefined && host.length <= MAX_HOST_CHARS;
  return defined<RunRecord>({ host: isKept ? host : undefined, tier, statusCode, ...stages.times() });
};

/** `requestMetadata.timings`: whole milliseconds until the response is stored. An item waits from its hand-over on. */
export const timingsOf = (
  { createdAtMs, handedOverAtMs = createdAtMs, startedAtMs }: Row,
  stages: Stages,
  nowMs: number,
): StageTimes & { readonly queueMs: number; readonly totalMs: number } => ({
  queueMs: Math.max(0, (startedAtMs ?? nowMs) - handedOverAtMs),
  ...stages.times(),
  totalMs: Math.max(0, nowMs - handedOverAtMs),
});
