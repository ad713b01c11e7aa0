import type { RequestEvent } from '@quarry/contracts';
// By their own paths: the embedded engine's thread should not pay for all operations and their schemas.
import { describeFailure } from '@quarry/contracts/describe-failure';
import type { PackedRequest } from '../engine-port.js';
import { present } from '../present.js';

/** The event that the end of a request makes due. */
export interface RequestDelivery {
  /** The delivery's id. */
  readonly id: string;
  readonly event: RequestEvent;
  readonly url: string;
  /** JSON text. */
  readonly data: string;
}

type EndedRequest = Omit<PackedRequest, 'params' | 'sealedHeaders'>;

const isoTime = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const describeEnd = (row: EndedRequest): Record<string, unknown> =>
  present({
    requestId: row.id,
    operation: row.operation,
    status: row.state === 'ok' ? 'ok' : 'error',
    ...(row.state === 'ok' ? {} : describeFailure(row)),
    creditsCharged: row.chargedCredits,
    createdAt: isoTime(row.createdAtMs),
    startedAt: isoTime(row.startedAtMs),
    finishedAt: isoTime(row.endedAtMs),
  });

/** The event of an ended request; undefined if nobody asked for one. */
export const requestDelivery = (row: EndedRequest): RequestDelivery | undefined =>
  row.webhookUrl === undefined
    ? undefined
    : {
        id: `${row.id}.completed`,
        event: 'request.completed',
        url: row.webhookUrl,
        data: JSON.stringify(describeEnd(row)),
      };
