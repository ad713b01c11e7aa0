import { isBody, type Body, type Unread } from '../compat-call.js';

/** Events of a job by the names that clients know them by. */
const EVENTS: ReadonlyMap<unknown, string> = new Map([
  ['started', 'batch.started'],
  ['failed', 'batch.item.failed'],
  ['completed', 'batch.completed'],
]);

type ReceiverReading = { readonly ok: true; readonly webhook?: Body } | Unread;

/** The receiver of a job's events, as a submission of ours has it. */
export const readReceiver = (stated: unknown): ReceiverReading => {
  if (stated === undefined || stated === null) return { ok: true };
  const { url, events, headers, metadata }: Body = isBody(stated) ? stated : { url: stated };
  if ([headers, metadata].some((value) => isBody(value) && Object.keys(value).length > 0)) {
    return { ok: false, message: 'Quarry sends webhooks without headers and metadata of the caller. Leave them out.' };
  }
  const asked: readonly unknown[] = Array.isArray(events) && events.length > 0 ? events : [...EVENTS.keys()];
  const unknown = asked.find((event) => !EVENTS.has(event));
  if (unknown !== undefined) {
    const supported = [...EVENTS.keys()].join(', ');
    return {
      ok: false,
      message: `Quarry does not send the event ${JSON.stringify(unknown)?.slice(0, 40)}. Supported: ${supported}.`,
    };
  }
  return { ok: true, webhook: { url, events: asked.map((event) => EVENTS.get(event)) } };
};
