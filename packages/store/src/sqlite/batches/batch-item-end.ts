import type { RequestEnd } from '../../port.js';

/** The start of every statement that ends an item; bound by `bindItemEnd`. */
export const ITEM_END = `UPDATE batch_items SET state = @state, charged_credits = @chargedCredits, verdict = @verdict,
  error = @error, reason = @reason, message = @message, answer_name = @answerName, page_name = @pageName,
  metadata = @metadata, stored_bytes = @storedBytes, sealed_headers = NULL, ended_at_ms = @nowMs`;

export const bindItemEnd = (end: RequestEnd, nowMs: number) => {
  const { state, chargedCredits, verdict, error = null, reason = null, message = null } = end;
  const { answerName = null, pageName = null, storedBytes = 0 } = end;
  const metadata = end.metadata === undefined ? null : JSON.stringify(end.metadata);
  return { state, chargedCredits, verdict, error, reason, message, answerName, pageName, storedBytes, metadata, nowMs };
};
