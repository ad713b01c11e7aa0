import { validateReceiverHeaders, type JobEvent } from '@quarry/contracts';
import { isBody, type Body, type Unread } from '../compat-call.js';

/** Events of a job by the names that clients know them by. */
const EVENTS: ReadonlyMap<unknown, JobEvent> = new Map([
  ['started', 'batch.started'],
  ['page', 'batch.page'],
  ['completed', 'batch.completed'],
  ['failed', 'batch.stopped'],
]);

/** Largest `metadata` of a webhook, as JSON, in bytes: each event returns it. */
export const RECEIVER_METADATA_MAX_BYTES = 16_384;

/** What a receiver expects of a job's events, beside its address. */
export interface CompatReceiver {
  readonly format: 'firecrawl';
  readonly events: readonly JobEvent[];
  /** JSON text. */
  readonly metadata?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type ReceiverReading =
  | {
      readonly ok: true;
      /** As a submission of ours has it. */
      readonly webhook?: Body;
      readonly receiver?: CompatReceiver;
    }
  | Unread;

const unread = (message: string): Unread => ({ ok: false, message });

/** Undefined: it cannot be sent. */
const packMetadata = (metadata: unknown): string | undefined => {
  const packed = isBody(metadata) ? JSON.stringify(metadata) : undefined;
  return packed !== undefined && Buffer.byteLength(packed) <= RECEIVER_METADATA_MAX_BYTES ? packed : undefined;
};

/** The receiver of a job's events. */
export const readReceiver = (stated: unknown): ReceiverReading => {
  if (stated === undefined || stated === null) return { ok: true };
  const { url, events, headers, metadata }: Body = isBody(stated) ? stated : { url: stated };
  const asked: readonly unknown[] = Array.isArray(events) && events.length > 0 ? events : [...EVENTS.keys()];
  const unknown = asked.find((event) => !EVENTS.has(event));
  if (unknown !== undefined) {
    const supported = [...EVENTS.keys()].join(', ');
    return unread(`Quarry does not send the event ${JSON.stringify(unknown)?.slice(0, 40)}. Supported: ${supported}.`);
  }
  const checked = validateReceiverHeaders(headers ?? undefined);
  if (!checked.ok) return unread(checked.violations.map(({ message }) => `webhook.${message}`).join(' '));
  const packed = packMetadata(metadata ?? {});
  if (packed === undefined) {
    return unread(`webhook.metadata must be an object of at most ${RECEIVER_METADATA_MAX_BYTES} bytes of JSON.`);
  }
  const receiver: CompatReceiver = {
    format: 'firecrawl',
    events: [...new Set(asked.flatMap((event) => EVENTS.get(event) ?? []))],
    ...(packed === '{}' ? {} : { metadata: packed }),
    ...(checked.params.headers === undefined ? {} : { headers: checked.params.headers }),
  };
  return { ok: true, webhook: { url }, receiver };
};
