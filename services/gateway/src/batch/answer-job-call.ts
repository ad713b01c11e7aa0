import type { Logger } from '@quarry/observability';
import type { BatchHints } from '@quarry/queue';
import type { BatchStore } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { clientGoneSignal } from '../http/exchange.js';
import { requestState } from '../http/request-state.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import { sendKeyed } from '../idempotency/send-replay.js';
import type { InFlight } from '../settlement/in-flight.js';
import type { BatchExchange } from './batch-exchange.js';
import type { SubmitAnswer } from './submit/submit-batch.js';
import type { UndoBatch } from './submit/undo-batch.js';

/** How to create a job. */
export interface SubmitStart {
  readonly jobId: string;
  readonly confirm: () => Promise<boolean>;
  readonly isAskedAgain: boolean;
}

export interface JobCallParts {
  readonly batches: Pick<BatchStore, 'get'>;
  readonly undo: UndoBatch;
  readonly hints: Pick<BatchHints, 'announceJob'>;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
  readonly inFlight: Pick<InFlight, 'track'>;
  readonly log: Logger;
}

/** A call that creates a job. */
export interface JobCall {
  readonly start: (start: SubmitStart) => Promise<SubmitAnswer>;
  /** Digest of the request; undefined if there is none, as for a body that is not JSON. */
  readonly fingerprint: () => Promise<string | undefined>;
  /** The body of the response once the job is accepted. Default: ours. */
  readonly accepted?: (jobId: string) => object;
}

const acceptedBody = (jobId: string): object => ({ jobId, status: 'ok' });

const keyedWork = (
  { batches, undo }: JobCallParts,
  requestId: string,
  { start, accepted = acceptedBody }: JobCall,
): KeyedWork<SubmitAnswer> => ({
  start: ({ requestId: jobId, confirm }) => start({ jobId, confirm, isAskedAgain: true }),
  // A job has the id of the call that created it.
  find: async (jobId) => {
    const job = await batches.get(jobId);
    const isAccepted = job !== null && job.state !== 'accepting';
    return isAccepted ? { state: 'ended', answer: { kind: 'accepted', jobId } } : { state: 'none' };
  },
  cancelUnconfirmed: (jobId) => undo(jobId, false),
  toStoredAnswer: (answer) => {
    if (answer.kind === 'accepted') return { statusCode: 200, body: JSON.stringify(accepted(answer.jobId)) };
    if (answer.isOfDeployment) return undefined;
    const kept = keptRefusal(requestId, answer.refusal.error, answer.refusal.detail);
    return isAnswerKept(kept) ? kept : undefined;
  },
});

/** Reads a call's Idempotency-Key, creates the job at most once per key, and responds. */
export const createJobCallAnswer = (parts: JobCallParts) => {
  const sendAnswer = async (
    exchange: BatchExchange,
    answer: SubmitAnswer,
    { accepted = acceptedBody }: JobCall,
  ): Promise<void> => {
    if (answer.kind === 'refused') return exchange.refuse(answer.refusal);
    // Only a hint: leaders look for new jobs by themselves.
    void parts.hints.announceJob(answer.jobId).catch(() => undefined);
    await exchange.send(accepted(answer.jobId));
  };

  return async (exchange: BatchExchange, call: JobCall): Promise<void> => {
    const { start, fingerprint } = call;
    const { request, response, account, route } = exchange;
    const { id: requestId } = requestState(response);
    const clientGone = clientGoneSignal(response);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    if (reading.key === undefined) {
      // Without a key, a client that left could not find its job.
      const confirm = async (): Promise<boolean> => !clientGone.aborted;
      return sendAnswer(
        exchange,
        await parts.inFlight.track(start({ jobId: requestId, confirm, isAskedAgain: false })),
        call,
      );
    }
    const digest = await fingerprint();
    if (digest === undefined) return exchange.refuse(refuse('bad_request'));
    const scope = { accountId: account.id, route: route.path, key: reading.key };
    const keyed = { scope, requestId, clientGone, fingerprint: digest };
    const outcome = await parts.runKeyed(keyed, keyedWork(parts, requestId, call));
    return sendKeyed(exchange, outcome, (answer) => sendAnswer(exchange, answer, call));
  };
};

export type AnswerJobCall = ReturnType<typeof createJobCallAnswer>;
