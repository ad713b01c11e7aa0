import { likelyEmail, statedEmail } from './email-address.js';
import { findSpelledEmails, maySpellEmail } from './emails-spelled.js';

const LOCAL_CHARS = String.raw`\p{L}\p{N}\p{M}!#$%&'*+/=?^_\x60{|}~.\-`;
/** Scripts written without spaces, or that end words with particles: an address among them touches the text around it. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const HOST_END = String.raw`(?!\p{L}|\p{N}|\p{M}|@|[.-]+[\p{L}\p{N}])`;

/** Starts where an address may start, never inside one. */
const START = String.raw`(?:(?<![${LOCAL_CHARS}@]|[\p{L}\p{N}]’)|(?<=[${UNSPACED}])(?=[a-z0-9])|(?<=@[\p{L}\p{N}.-]{3,80}[/|&]))`;
const PLAIN = new RegExp(
  String.raw`${START}[${LOCAL_CHARS}]{1,64}@(?:${LABEL}\.){1,12}\p{L}[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]${HOST_END}`,
  'giu',
);

const AT = String.raw`\s{0,3}(?:[[({<]\s{0,2}(?:at|@|arroba|ätt|ät)\s{0,2}[\])}>])\s{0,3}`;
const DOT = String.raw`(?:\.|\s{0,3}[[({<]\s{0,2}(?:dot|\.|punkt|punto|point)\s{0,2}[\])}>]\s{0,3}|\s{1,3}dot\s{1,3})`;
const WORD = String.raw`[\p{L}\p{N}\p{M}_+-]`;
const OBFUSCATED = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}_+.@-])(${WORD}{1,32}(?:${DOT}${WORD}{1,32}){0,4})${AT}(${LABEL}(?:${DOT}${LABEL}){1,5})${HOST_END}`,
  'giu',
);
const ANY_DOT = new RegExp(DOT, 'giu');
const BRACKETED_AT = /[[({<]\s{0,2}(?:at|@|arroba|ätt|ät)/i;

/** Prose around an address: quotes and marks that a local part may hold but hardly ever starts with. */
const LEADING_MARKS = /^['*~|{=/?&.\x60-]+/;
const TEXT_BEFORE = new RegExp(String.raw`^.*[${UNSPACED}](?=[a-z0-9][!-~]+@)`, 'isu');
const TEXT_AFTER = new RegExp(String.raw`(\.[a-z]{2,})[${UNSPACED}].*$`, 'isu');
/** Marks of where a line may break: not part of the text around them. */
const BREAK_MARKS = /[\u00ad\u200b\u2060\ufeff]/g;

/** A web address up to an `@` in it. */
const WEB_ADDRESS = /:\/\/([^\s"'<>]*)$/;
const MAX_WEB_ADDRESS_CHARS = 300;
const MAILTO = 'mailto:';

/** In a web address, the value before the `@`; a user name before its host is not a mail address. */
const valueInWebAddress = (before: string, address: string): string | undefined => {
  const at = address.lastIndexOf('@');
  const path = WEB_ADDRESS.exec(before + address.slice(0, at))?.[1];
  if (path === undefined) return address;
  const value = /[/?#].*?([^/?&=#]*)$/s.exec(path)?.[1];
  return value === undefined ? undefined : value + address.slice(at);
};

const plainEmail = (match: RegExpExecArray, text: string): string | undefined => {
  const before = text.slice(Math.max(0, match.index - MAX_WEB_ADDRESS_CHARS), match.index);
  const candidate = valueInWebAddress(before, match[0]);
  if (candidate === undefined) return undefined;
  const address = candidate.replace(LEADING_MARKS, '').replace(TEXT_BEFORE, '');
  if (before.toLowerCase().endsWith(MAILTO)) return statedEmail(address);
  return likelyEmail(address) ?? likelyEmail(address.replace(TEXT_AFTER, '$1'));
};

const undot = (text: string): string => text.replace(ANY_DOT, '.').replace(/\s+/g, '');

/** Whether a text may contain an address at all: much cheaper than searching for one. */
export const mayHoldEmail = (text: string): boolean =>
  text.includes('@') || BRACKETED_AT.test(text) || maySpellEmail(text);

/** Calls back for each address in running text: plain ones first, then those whose marks are spelled. */
export const findEmails = (source: string, found: (email: string) => void): void => {
  const text = source.replace(BREAK_MARKS, '');
  const add = (email: string | undefined): void => {
    if (email !== undefined) found(email);
  };
  if (text.includes('@')) for (const match of text.matchAll(PLAIN)) add(plainEmail(match, text));
  if (maySpellEmail(text)) findSpelledEmails(text, found);
  if (!BRACKETED_AT.test(text)) return;
  for (const [, local = '', host = ''] of text.matchAll(OBFUSCATED)) add(likelyEmail(`${undot(local)}@${undot(host)}`));
};
