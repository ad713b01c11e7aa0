import type { RequestEnd } from '../../port.js';

/** What the end of a request, or of an item, writes into its row; bound by `bindEnd`. */
export const END_VALUES = `state = @state, charged_credits = @chargedCredits, verdict = @verdict, error = @error,
  reason = @reason, message = @message, retry_after_seconds = @retryAfterSeconds, tier = @tier, status_code = @statusCode,
  fetch_ms = @fetchMs, render_ms = @renderMs, read_ms = @readMs, answer_name = @answerName, page_name = @pageName,
  stored_bytes = @storedBytes, ended_at_ms = @nowMs`;

export const bindEnd = (end: RequestEnd, nowMs: number) => {
  const { state, chargedCredits, verdict, error = null, reason = null, message = null } = end;
  const { retryAfterSeconds = null, host = null, tier = null, statusCode = null } = end;
  const { fetchMs = null, renderMs = null, readMs = null } = end;
  const { answerName = null, pageName = null, storedBytes = 0 } = end;
  const told = { state, chargedCredits, verdict, error, reason, message, retryAfterSeconds };
  const log = { host, tier, statusCode, fetchMs, renderMs, readMs };
  return { ...told, ...log, answerName, pageName, storedBytes, nowMs };
};

export type EndValues = ReturnType<typeof bindEnd>;
