import type { Element } from 'domhandler';
import { allBelow, firstBelow, hasClass, readText } from '@quarry/html';
import { isHints, repeatsQueryAboveHints } from '../no-match.js';
import { queryOf } from '../query-of.js';
import type { ScholarPage } from './scholar-page.js';

const QUESTION_IDS = /^(?:gsc?_captcha_|captcha-form$|recaptcha$)/;
/** Addresses of the engine's challenges and refusals. */
const QUESTION_ADDRESS = /\/sorry\/|\/recaptcha\/|support\.google\.com\/websearch\/answer\/86640/;
const CONSENT_ADDRESS = /^https?:\/\/consent\.(?:google|youtube)\./;

const isQuestion = ({ attribs }: Element): boolean => {
  const { id = '', action, href, src, name } = attribs;
  return (
    QUESTION_IDS.test(id) ||
    name === 'g-recaptcha-response' ||
    (attribs['class'] !== undefined && /(?:^|\s)g-recaptcha(?:\s|$)/.test(attribs['class'])) ||
    QUESTION_ADDRESS.test(action ?? src ?? href ?? '')
  );
};

/** Longest refusal, in characters of its words. */
const MAX_REFUSAL_CHARS = 1_500;
const REFUSAL =
  /unusual traffic|automated queries|can't process your request right now|does not have permission to get URL/i;

/**
 * What replaces articles: a challenge, a refusal, a consent. For pages without articles only:
 * the words and scripts of challenges may be on good pages too.
 */
export const blockOf = ({ root, url }: ScholarPage): string | undefined => {
  if (URL.parse(url)?.pathname.startsWith('/sorry/') === true) return 'captcha';
  if (firstBelow(root, isQuestion)) return 'captcha';
  if (firstBelow(root, ({ name, attribs }) => name === 'form' && CONSENT_ADDRESS.test(attribs['action'] ?? '')))
    return 'consent';
  const words = readText(root);
  return words.length <= MAX_REFUSAL_CHARS && REFUSAL.test(words.replace(/’/g, "'")) ? 'refused' : undefined;
};

const SUGGESTIONS: ReadonlySet<string> = new Set(['gs_qsuggest', 'gs_qsuggest_wrap']);
/** Longest message in place of a list, in characters. */
const MAX_MESSAGE_CHARS = 1_500;

/** The engine's words for no match, where they have no hints. */
const NO_MATCH =
  /did not match any articles|kein(?:e|en)? (?:übereinstimmenden )?Artikel|mit keinem Artikel|aucun (?:article|document)|ning[uú]n (?:artículo|resultado)|nenhum (?:artigo|documento)|nessun (?:articolo|documento)|geen (?:enkel )?artikel|ничего не найдено|не найдено ни одно|一致する(?:記事|論文)は|未找到|没有找到|找不到|와 일치하는/i;

/** A part of an article, or what leads to one. */
const isOfArticle = ({ name, attribs }: Element, url: string): boolean =>
  name === 'h3' || attribs['data-cid'] !== undefined || (name === 'a' && isOutward(attribs['href'], url));

/** Messages also contain links to the engine's other searches. */
const isOutward = (href: string | undefined, url: string): boolean => {
  const target = URL.parse(href ?? '', url);
  return target !== null && /^(?:https?|ftp):$/.test(target.protocol) && !isOfEngine(target, url);
};

const isOfEngine = ({ hostname, origin }: URL, url: string): boolean =>
  /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(hostname) || url.startsWith(`${origin}/`);

/** True where a message with hints, or with known words, is alone in the place of the list. */
const isMessage = (list: Element, url: string): boolean => {
  if (firstBelow(list, (element) => isOfArticle(element, url))) return false;
  const isOther = (element: Element): boolean =>
    element.attribs['role'] === 'navigation' || element.name === 'form' || hasClass(element, SUGGESTIONS);
  const text = readText(list, { isLeftOut: isOther });
  if (text === '' || text.length > MAX_MESSAGE_CHARS) return false;
  if (NO_MATCH.test(text)) return true;
  const hints = allBelow(list, ({ name }) => name === 'ul', isOther).find(isHints);
  return (
    hints !== undefined && readText(list, { isLeftOut: (element) => isOther(element) || element === hints }) !== ''
  );
};

/**
 * True where the page itself says that nothing matched: it counts none, repeats the query above hints, or has a message in the place
 * of its list.
 */
export const saysNoArticles = (page: ScholarPage, total: number | undefined): boolean => {
  const { list } = page;
  if (!list) return false;
  if (total === 0) return true;
  const query = queryOf(page).toLowerCase();
  return (query !== '' && repeatsQueryAboveHints(list, query)) || isMessage(list, page.url);
};
