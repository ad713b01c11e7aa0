import { FleetFailure, type FleetSession } from '../fleet-session.js';
import type { ResultRow } from '../batch-api.js';

/** Responses read at once. */
export const ANSWERS_AT_ONCE = 8;

/** A row with its stored response; null if that is no longer stored. */
const withAnswer = async (session: FleetSession, row: ResultRow): Promise<ResultRow> => {
  const { json, status } = row.result;
  if (json === undefined || status !== 'ok') return row;
  try {
    return { ...row, answer: (await session.call({ method: 'GET', path: json })).body };
  } catch (error) {
    if (error instanceof FleetFailure && error.status === 404) return { ...row, answer: null };
    throw error;
  }
};

/** The rows in order, each with its response; holds a few at a time. */
export async function* readAnswers(session: FleetSession, rows: readonly ResultRow[]): AsyncGenerator<ResultRow> {
  const ahead: Promise<ResultRow>[] = [];
  const waiting = [...rows];
  const fill = (): void => {
    for (const row of waiting.splice(0, ANSWERS_AT_ONCE - ahead.length)) {
      const answered = withAnswer(session, row);
      // It is awaited later; until then it must not count as unhandled.
      answered.catch(() => undefined);
      ahead.push(answered);
    }
  };
  fill();
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    yield await next;
    fill();
  }
}
