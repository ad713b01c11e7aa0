const MAX_CHARS = 50;

/** Prefixes and forms of names that builds of style sheets make. */
const MADE_BY_TOOLS = [
  /^(?:css|sc|jss|emotion|chakra|svelte|astro|tw|_ng|ng)-/i,
  /^(?:ember|react-|radix-|headlessui-|mui-|:r)\d*/i,
  /^(?:jss|c|x)\d+$/i,
  // Modules of style sheets: Card_title__a1B2c, title--3kQx1.
  /__[\w-]{5,}$/,
  /--[\da-z]*\d[\da-z]*$/i,
  /^_/,
];

const VOWEL = /[aeiouy]/i;

/** The share of changes between letters and digits, or of letter cases within a word, that no person would write. */
const looksRandom = (word: string): boolean => {
  if (/\d{4,}/.test(word)) return true;
  if (/[a-z]\d+[a-z]/i.test(word) && word.length > 4) return true;
  // hVzqRt: capitals in the middle that begin no word.
  if (/[a-z][A-Z][A-Z]?[a-z]?[A-Z]/.test(word) && !/[a-z]{3}[A-Z][a-z]{2}/.test(word)) return true;
  return word.length >= 5 && /^[a-z]+$/i.test(word) && !VOWEL.test(word);
};

/** True if a name of an id or a class looks as if a person had chosen it, so that it will be there tomorrow. */
export const isStableName = (name: string): boolean => {
  if (name === '' || name.length > MAX_CHARS || !/^[a-z][\w-]*$/i.test(name)) return false;
  if (MADE_BY_TOOLS.some((form) => form.test(name))) return false;
  return !name.split(/[-_]+/).some(looksRandom);
};

/** Classes of states and layout, which say nothing about what an element is. */
const STATES =
  /^(?:active|selected|hover|focus|open|opened|closed|visible|hidden|show|shown|hide|disabled|enabled|loaded|loading|lazy\w*|current|first|last|odd|even|js-.*|is-.*|has-.*|no-.*)$/i;
const UTILITIES =
  /^(?:-?(?:m|p)[trblxy]?-|(?:w|h|min|max|gap|z|top|left|right|bottom|inset|order|opacity|leading|tracking)-|(?:text|font|bg|border|rounded|shadow|flex|grid|col|row|items|justify|self|space|overflow|d|float|align)-|(?:sm|md|lg|xl|xs)-|(?:flex|grid|block|inline|absolute|relative|fixed|sticky|static|clearfix|container|wrapper|row|col|column|left|right|center)$)/i;

/** True if a class is worth naming in a selector. */
export const isTellingClass = (name: string): boolean =>
  isStableName(name) && !STATES.test(name) && !UTILITIES.test(name);
