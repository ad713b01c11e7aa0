import { isObject, parseJson } from '@quarry/html';
import { stateBehind } from '../../../shared/embedded-state.js';
import { at, type Json } from '../../../shared/json-values.js';

/** Prefix of every response of the site's API: it keeps scripts from running one. */
const GUARD = '{}&&';

/** Most responses of one page that are searched; a real page has some eighty. */
export const MAX_ANSWERS = 500;

/** A response of the site's API without its guard; undefined for anything else. A browser shows it in its own page. */
export const parseAnswer = (text: string): Json => {
  const guard = text.slice(0, 2_000).indexOf(GUARD);
  if (guard <= 0) return parseJson(guard === 0 ? text.slice(GUARD.length) : text);
  const end = text.lastIndexOf('</pre>');
  const shown = text.slice(guard + GUARD.length, end === -1 ? undefined : end);
  return parseJson(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
};

/** The payload of a response, with or without the envelope; undefined for a refusal and where it is empty. */
export const payloadOf = (answer: Json): Json => {
  if (!isObject(answer) || !Object.hasOwn(answer, 'resultCode')) return answer;
  return answer['resultCode'] === 0 ? answer['payload'] : undefined;
};

/** The responses of the site's API from which a page was made. */
export interface PageAnswers {
  /** Whether the page has any. */
  readonly isKnown: boolean;
  /** The payload of the first response with a matching path that is not a refusal. */
  readonly find: (path: RegExp) => Json;
}

/** Reads the responses from which a page was made. Each is parsed on demand. */
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
