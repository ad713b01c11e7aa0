import { readMicrodata } from '../data/microdata.js';
import { readVisibleCredits } from '../data/visible-credits.js';
import { guessPageKind } from '../kind/page-kind.js';
import type { Scope } from './scope.js';
import { shown, type Candidate } from './values/candidate.js';

/** Below this a page is not taken for an article by its looks. */
const MIN_CONFIDENCE = 0.7;

const isArticle = ({ head, source, dom, type }: Scope): boolean => {
  if (/Article|Posting|Report/.test(type)) return true;
  if (type !== '' || !head) return false;
  const titles = dom.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  const guess = guessPageKind(source, { head, microdata: readMicrodata(source), titles });
  return guess?.kind === 'article' && guess.confidence >= MIN_CONFIDENCE;
};

const ACCOUNT = /\/(?:u|users?|members?|profiles?|people|authors?)\/|[?&](?:u|user|uid|author)=/i;
const MARKED = /(?:^|[\s_-])(?:user(?:name)?|author|poster|member)(?:[\s_-]|$)/i;

/** A book's author has a page of the shop's own. */
const AUTHORS = /\/(?:authors?|autor(?:en|es|i)?|auteurs?)\//i;

/** The one name that the links to such addresses show. */
const linkedName = ({ dom }: Scope, address: RegExp, marks?: RegExp): Candidate[] => {
  const found = dom.links.filter(
    ({ text, element: { attribs } }) =>
      text !== '' && (address.test(attribs['href'] ?? '') || marks?.test(attribs['class'] ?? '') === true),
  );
  const names = new Set(found.map(({ text }) => text));
  return names.size === 1 ? [...names].map((name) => shown(name)) : [];
};

/** Who wrote an article and when, as the lines by its title say. */
export const creditCandidates = (id: 'author' | 'published', scope: Scope): Candidate[] => {
  if (!scope.isPage) return id === 'author' ? linkedName(scope, ACCOUNT, MARKED) : [];
  if (scope.type === 'Book') return id === 'author' ? linkedName(scope, AUTHORS) : [];
  scope.known.credits ??= isArticle(scope) ? readVisibleCredits(scope.source) : {};
  const { byline, published } = scope.known.credits;
  const value = id === 'author' ? byline : published;
  return value === undefined ? [] : [shown(value)];
};
