const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID_TAGS = set(
  'area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source track wbr',
);

/** Raw text of these is no part of the page's text, so it is dropped once the node budget is spent. */
export const RAW_TEXT_TAGS = set('script style template noembed noframes iframe xmp');

const P_CLOSERS =
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form ' +
  'h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul';

/** Opening the key ends an open element named in the value, searched for up to a boundary of its scope. */
const IMPLIED_ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', set('li')],
  ['dd', set('dd dt')],
  ['dt', set('dd dt')],
  ['option', set('option')],
  ['optgroup', set('optgroup option')],
  ['rt', set('rt rp')],
  ['rp', set('rt rp')],
  ['tr', set('tr td th')],
  ['td', set('td th')],
  ['th', set('td th')],
  ['tbody', set('tbody thead tfoot tr td th caption colgroup')],
  ['thead', set('tbody thead tfoot tr td th caption colgroup')],
  ['tfoot', set('tbody thead tfoot tr td th caption colgroup')],
  ['a', set('a')],
  ['body', set('head')],
  ['button', set('button')],
]);

const TABLE_SCOPE = set('table template html');
const LIST_SCOPE = set('ul ol menu dir dl table td th caption template html body blockquote');
const SCOPE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', LIST_SCOPE],
  ['dd', LIST_SCOPE],
  ['dt', LIST_SCOPE],
  ['option', set('select datalist template')],
  ['optgroup', set('select datalist template')],
  ['rt', set('ruby')],
  ['rp', set('ruby')],
  ['tr', TABLE_SCOPE],
  ['td', set('tr table template html')],
  ['th', set('tr table template html')],
  ['tbody', TABLE_SCOPE],
  ['thead', TABLE_SCOPE],
  ['tfoot', TABLE_SCOPE],
  ['a', set('table td th caption template html object')],
  ['body', set('html')],
  ['button', set('table td th caption template html form')],
]);

const P_SCOPE = set(
  'table td th caption button template html body object marquee li dd blockquote div section article',
);
const P_CLOSER_SET = set(P_CLOSERS);
const NO_ENDS: ReadonlySet<string> = new Set();

/** Anything else in a page's head ends it, as in browsers: what follows is shown. */
export const HEAD_TAGS = set('base basefont bgsound head link meta noframes noscript script style template title');

/** Most closing tags do not reach past these. */
export const CLOSE_SCOPE = set('table td th caption template object svg math');

export const closesParagraph = (name: string): boolean => P_CLOSER_SET.has(name);
export const paragraphScope = P_SCOPE;
export const impliedEnds = (name: string): ReadonlySet<string> => IMPLIED_ENDS.get(name) ?? NO_ENDS;
export const impliedScope = (name: string): ReadonlySet<string> => SCOPE.get(name) ?? NO_ENDS;
