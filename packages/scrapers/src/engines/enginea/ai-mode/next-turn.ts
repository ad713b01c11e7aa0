import { walk } from '@quarry/html';
import type { ResultsPage } from '../serp/results-page.js';

/** What the engine needs with the next question. Plain data: seal it before giving it to a client. */
export interface NextTurn {
  /** The state of the conversation after the answer. */
  readonly state: string;
  /** The conversation, where the page names it. */
  readonly thread?: string;
}

/** Most characters of a state; real ones have some hundred. */
export const MAX_STATE_CHARS = 4_000;
const MAX_THREAD_CHARS = 100;

const isPlain = (value: string | undefined, maxChars: number): value is string =>
  value !== undefined && value.length <= maxChars && /^[\w-]+$/.test(value);

/** How to continue the conversation after the last answer of the page. */
export const readNextTurn = ({ root }: Pick<ResultsPage, 'root'>): NextTurn | undefined => {
  let state: string | undefined;
  let thread: string | undefined;
  walk(root, {
    enter: ({ attribs }) => {
      const { 'data-mstk': stateHere, 'data-session-thread-id': threadHere } = attribs;
      if (isPlain(stateHere, MAX_STATE_CHARS)) state = stateHere;
      if (isPlain(threadHere, MAX_THREAD_CHARS)) thread = threadHere;
      return true;
    },
  });
  return state === undefined ? undefined : { state, ...(thread === undefined ? {} : { thread }) };
};
