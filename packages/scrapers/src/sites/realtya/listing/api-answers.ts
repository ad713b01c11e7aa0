import { at, isObject, parseJson, stateBehind, type Json } from '../../shared/embedded-state.js';

/** Stands before every answer of the site's API, so that no script can run one. */
const GUARD = '{}&&';

/** Most answers of one page that are looked through; a real page has some eighty. */
export const MAX_ANSWERS = 500;

/** An answer of the site's API without its guard; undefined for what is none. A browser shows it in a page of its own. */
export const parseAnswer = (text: string): Json => {
  const guard = text.slice(0, 2_000).indexOf(GUARD);
  if (guard <= 0) return parseJson(guard === 0 ? text.slice(GUARD.length) : text);
  const end = text.lastIndexOf('</pre>');
  const shown = text.slice(guard + GUARD.length, end === -1 ? undefined : end);
  return parseJson(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
};

/** What an answer holds, in or without the envelope; undefined for a refusal and where it is empty. */
export const payloadOf = (answer: Json): Json => {
  if (!isObject(answer) || !Object.hasOwn(answer, 'resultCode')) return answer;
  return answer['resultCode'] === 0 ? answer['payload'] : undefined;
};

/** The answers of the site's API that a page was made of. */
export interface PageAnswers {
  /** Whether the page has any. */
  readonly isKnown: boolean;
  /** What the first answer that is no refusal holds, of those whose path matches. */
  readonly find: (path: RegExp) => Json;
}

/** Reads what a page was made of. Each answer is parsed when it is looked for, not before. */
export const answersOf = (source: string): PageAnswers => {
  const cache = at(stateBehind(source, '__reactServerState.InitialContext'), 'ReactServerAgent.cache', 'dataCache');
  const entries = isObject(cache) ? Object.entries(cache).slice(0, MAX_ANSWERS) : [];
  const find = (path: RegExp): Json => {
    for (const [key, entry] of entries) {
      if (!path.test(key)) continue;
      const text = at(entry, 'res', 'text');
      const payload = typeof text === 'string' ? payloadOf(parseAnswer(text)) : undefined;
      if (payload !== undefined && payload !== null) return payload;
    }
    return undefined;
  };
  return { isKnown: entries.length > 0, find };
};
