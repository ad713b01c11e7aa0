import type { Logger } from '@quarry/observability';
import type { BatchHints } from '@quarry/queue';
import type { BatchStore } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { requestState } from '../http/request-state.js';
import { readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import { sendReplay } from '../idempotency/send-replay.js';
import { clientGoneSignal, refuseKeyed } from '../routes/operation-route.js';
import type { InFlight } from '../settlement/in-flight.js';
import type { BatchExchange } from './batch-exchange.js';
import type { SubmitAnswer } from './submit/submit-batch.js';
import type { UndoBatch } from './submit/undo-batch.js';

/** How a job is to be made. */
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

/** What a call that makes a job asks for. */
export interface JobCall {
  readonly start: (start: SubmitStart) => Promise<SubmitAnswer>;
  /** Digest of what was asked; undefined where it cannot be told, as of a body that is no JSON. */
  readonly fingerprint: () => Promise<string | undefined>;
}

const acceptedBody = (jobId: string) => ({ jobId, status: 'ok' }) as const;

const keyedWork = (
  { batches, undo }: JobCallParts,
  requestId: string,
  start: JobCall['start'],
): KeyedWork<SubmitAnswer> => ({
  start: ({ requestId: jobId, confirm }) => start({ jobId, confirm, isAskedAgain: true }),
  // The job that a call accepted goes by the call's own id.
  find: async (jobId) => {
    const job = await batches.get(jobId);
    const isAccepted = job !== null && job.state !== 'accepting';
    return isAccepted ? { state: 'ended', answer: { kind: 'accepted', jobId } } : { state: 'none' };
  },
  bar: (jobId) => undo(jobId, false),
  keep: (answer) => {
    if (answer.kind === 'accepted') return { statusCode: 200, body: JSON.stringify(acceptedBody(answer.jobId)) };
    if (answer.isOfDeployment) return undefined;
    const kept = keptRefusal(requestId, answer.refusal.error, answer.refusal.detail);
    return isAnswerKept(kept) ? kept : undefined;
  },
});

/** Reads a call's Idempotency-Key, makes the job at most once per key, and answers. */
export const createJobCallAnswer = (parts: JobCallParts) => {
  const sendAnswer = async (exchange: BatchExchange, answer: SubmitAnswer): Promise<void> => {
    if (answer.kind === 'refused') return exchange.refuse(answer.refusal);
    // A hint alone: leaders look for new jobs by themselves.
    void parts.hints.announceJob(answer.jobId).catch(() => undefined);
    await exchange.send(acceptedBody(answer.jobId));
  };
  const sendOutcome = async (exchange: BatchExchange, outcome: KeyedOutcome<SubmitAnswer>): Promise<void> => {
    if (outcome.kind === 'own') return sendAnswer(exchange, outcome.answer);
    if (outcome.kind === 'refused') return exchange.refuse(refuseKeyed(outcome.error));
    if (outcome.kind === 'gone' || exchange.response.destroyed) return;
    await exchange.putHeaders();
    await sendReplay(exchange.response, outcome, () => {
      throw new Error('the answer that accepted a job was not kept');
    });
  };

  return async (exchange: BatchExchange, { start, fingerprint }: JobCall): Promise<void> => {
    const { request, response, account, route } = exchange;
    const { id: requestId } = requestState(response);
    const clientGone = clientGoneSignal(response);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    if (reading.key === undefined) {
      // Nobody would know of the job.
      const confirm = async (): Promise<boolean> => !clientGone.aborted;
      return sendAnswer(
        exchange,
        await parts.inFlight.track(start({ jobId: requestId, confirm, isAskedAgain: false })),
      );
    }
    const digest = await fingerprint();
    if (digest === undefined) return exchange.refuse(refuse('bad_request'));
    const scope = { accountId: account.id, route: route.path, key: reading.key };
    const call = { scope, requestId, clientGone, fingerprint: digest };
    return sendOutcome(exchange, await parts.runKeyed(call, keyedWork(parts, requestId, start)));
  };
};

export type AnswerJobCall = ReturnType<typeof createJobCallAnswer>;
