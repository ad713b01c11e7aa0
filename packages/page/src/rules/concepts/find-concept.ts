import { phraseKey, stem, wordsOf } from './words.js';
import { COMMERCE_CONCEPTS } from './commerce.js';
import type { Concept } from './concept.js';
import { EVENT_CONCEPTS } from './events.js';
import { WORK_CONCEPTS } from './people-and-work.js';
import { PLACE_CONCEPTS } from './places.js';
import { ARTICLE_CONCEPTS } from './articles.js';
import { COMMON_CONCEPTS } from './common.js';

const CONCEPTS: readonly Concept[] = [
  ...COMMON_CONCEPTS,
  ...COMMERCE_CONCEPTS,
  ...ARTICLE_CONCEPTS,
  ...PLACE_CONCEPTS,
  ...WORK_CONCEPTS,
  ...EVENT_CONCEPTS,
];

const index = (phrasesOf: (concept: Concept) => readonly string[]): ReadonlyMap<string, Concept> => {
  const map = new Map<string, Concept>();
  for (const entry of CONCEPTS) {
    for (const phrase of phrasesOf(entry)) {
      const key = phraseKey(wordsOf(phrase));
      if (!map.has(key)) map.set(key, entry);
    }
  }
  return map;
};

const BY_NAME = index(({ names }) => names);
const BY_LABEL = index(({ labels = [] }) => labels);
/** Names whose plural is a field of its own. */
const BY_EXACT_NAME: ReadonlyMap<string, Concept> = new Map(
  CONCEPTS.flatMap((entry) => entry.names.map((name) => [name, entry] as const)).reverse(),
);
const BY_ID: ReadonlyMap<string, Concept> = new Map(CONCEPTS.map((entry) => [entry.id, entry]));

export const conceptById = (id: string): Concept | undefined => BY_ID.get(id);

/** Words that say what a page is about; a field named with one of them belongs to such a thing. */
const ABOUT: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    product: /Product|Vehicle|Car|Book|Software|Game|Album/,
    article: /Article|Posting|Report|WebPage/,
    news: /Article|Posting|Report|WebPage/,
    blog: /Article|Posting|WebPage/,
    recipe: /Recipe/,
    event: /Event|Festival/,
    job: /JobPosting|Person/,
    hotel: /Hotel|Lodging|Motel|Resort|Hostel|Bed|Accommodation|Apartment|Business|House|Villa/,
    restaurant: /Restaurant|Food|Business|Cafe|Bar|Bakery/,
    book: /Book|Product/,
    movie: /Movie|Video|TV|Series|Film/,
    video: /Video|Movie|Clip|Episode/,
  }),
);
const LEADING = new Set(
  (
    'product item article page job event recipe hotel property business listing post book movie video main primary the a an restaurant ' +
    'place store profile person user game song album course house home apartment car vehicle news blog story offer deal current actual ' +
    'this its web document doc official full total hotel app software package project repo contact lead our all schema meta og'
  ).split(' '),
);
const TRAILING = new Set(
  'text value raw string str info usd eur gbp list field data array iso in of url number name status amount iso8601 formatted label display'.split(
    ' ',
  ),
);
/** Endings that ask for something other than the field's value. */
const MEANINGFUL = new Set(['url', 'number', 'name', 'status', 'amount']);

const look = (words: readonly string[]): Concept | undefined =>
  BY_EXACT_NAME.get(words.join(' ')) ?? BY_NAME.get(phraseKey(words)) ?? BY_LABEL.get(phraseKey(words));

const lookTrimmed = (words: readonly string[]): Concept | undefined => {
  const whole = look(words);
  if (whole || words.length < 2) return whole;
  let start = 0;
  while (start < words.length - 1 && LEADING.has(words[start] ?? '')) {
    start += 1;
    const found = look(words.slice(start));
    if (found) return found;
  }
  let end = words.length;
  const last = words[end - 1] ?? '';
  while (end > start + 1 && TRAILING.has(words[end - 1] ?? '') && !MEANINGFUL.has(last)) {
    end -= 1;
    const found = look(words.slice(start, end)) ?? look(words.slice(0, end));
    if (found) return found;
  }
  return undefined;
};

/** Single words that may be another part of speech in a sentence say too little. */
const VAGUE = new Set(
  (
    'by make type time position section local free end start place where when id shop store source site long lat size text content book ' +
    'text body date name title image url link price rating score number format score type page item list status hours pay call tel mail ' +
    'role school education experience track course topic kind area lot built since login version shares views likes following platform ' +
    'forks words pages host speaker online premium remote method steps cook prep yield makes energy fat diet agent about details lead note ' +
    'available inventory cost amount fee rent sector village city state region country summary company location'
  )
    .split(' ')
    .map(stem),
);
const MAX_WORDS = 5;
/** A longer phrase counts before one with its words reversed. */
const TURNED_AT = 3;
const MAX_TURNED = 8;
const MAX_DESCRIPTION_WORDS = 60;
const JOINING = new Set(['the', 'a', 'an', 'this', 'its']);

/** `name of the company` as `company name`. */
const turnedRound = (words: readonly string[]): Concept | undefined => {
  const of = words.indexOf('of');
  if (of <= 0) return undefined;
  const before = words.slice(Math.max(0, of - 2), of);
  for (const length of [2, 1]) {
    const found = lookTrimmed([...words.slice(of + 1, of + 1 + length), ...before]);
    if (found && words.length > of + length) return found;
  }
  return undefined;
};

const inDescription = (description: string, isVagueAllowed: boolean): Concept | undefined => {
  const words = wordsOf(description).slice(0, MAX_DESCRIPTION_WORDS);
  const plain = words.filter((word) => !JOINING.has(word));
  for (let length = Math.min(MAX_WORDS, plain.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= plain.length; start += 1) {
      const part = plain.slice(start, start + length);
      if (length === 1 && !isVagueAllowed && VAGUE.has(stem(part[0] ?? ''))) continue;
      const found = BY_EXACT_NAME.get(part.join(' ')) ?? BY_NAME.get(phraseKey(part));
      if (found) return found;
    }
    if (length === TURNED_AT) {
      const turned = turnedRound(plain.slice(0, MAX_TURNED));
      if (turned) return turned;
    }
  }
  return undefined;
};

/** The concepts that a description may select for a general field. */
const REFINEMENTS: readonly (readonly [general: string, words: RegExp, special: string])[] = [
  [
    'price',
    /\b(?:original|before (?:the )?discount|list price|regular price|was price|old price|msrp|rrp|strike|crossed|compare at)/,
    'listPrice',
  ],
  ['price', /\b(?:lowest|minimum|starting)\b/, 'lowPrice'],
  ['price', /\b(?:highest|maximum)\b/, 'highPrice'],
  ['published', /\b(?:modified|updated|last change|revised)\b(?!.*\bpublished)/, 'modified'],
  ['published', /\b(?:deadline|expires|closing|valid (?:until|through))\b/, 'deadline'],
  [
    'published',
    /\b(?:event|concert|show)\b.*\b(?:starts?|begins?|takes? place|date)\b|\bstart(?:s|ing)? (?:date|time)\b/,
    'startDate',
  ],
  ['published', /\bend(?:s|ing)? (?:date|time)\b/, 'endDate'],
  [
    'name',
    /\b(?:name of the |the )?(?:author|writer)(?:'s)? name\b|\bname of the (?:author|writer)\b|\bwho wrote\b/,
    'author',
  ],
  ['name', /\bname of the (?:company|employer)\b|\b(?:company|employer)(?:'s)? name\b/, 'company'],
  ['name', /\bname of the brand\b|\bbrand name\b/, 'brand'],
  ['name', /\bname of the venue\b|\bvenue name\b/, 'venue'],
  ['name', /\bjob title of the person\b/, 'jobTitle'],
  ['rating', /\bnumber of (?:reviews|ratings|votes)\b/, 'reviewCount'],
  ['image', /\blogo\b/, 'logo'],
  ['url', /\bauthor(?:'s)? (?:profile|page|url)\b/, 'authorUrl'],
  ['category', /\bemployment type|full.?time|part.?time\b/, 'employmentType'],
  ['location', /\bvenue\b/, 'venue'],
  ['description', /\barticle body|full text|body text\b/, 'body'],
];

export interface FieldMeaning {
  readonly concept: Concept | undefined;
  /** Words of the rule's own name. */
  readonly words: readonly string[];
  /** The rule is about a thing of one of these types. */
  readonly about: RegExp | undefined;
}

/** What a rule's name and description request; `parent` is the item that has the rule as a field. */
export const meaningOf = (name: string, description = '', parent?: string): FieldMeaning => {
  const words = wordsOf(name);
  const outer = parent === undefined ? [] : wordsOf(parent);
  const joined =
    outer.length > 0
      ? (look([...outer, ...words]) ?? look([...outer.slice(-1), ...words]) ?? look([...outer.slice(0, 1), ...words]))
      : undefined;
  const named = joined ?? lookTrimmed(words);
  const about = ABOUT.get(words[0] ?? '');
  if (!named) return { concept: inDescription(description, false), words, about };
  const text = description.toLowerCase();
  const refined = REFINEMENTS.find(([general, pattern]) => general === named.id && pattern.test(text));
  return { concept: refined ? BY_ID.get(refined[2]) : named, words, about };
};
