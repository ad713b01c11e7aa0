import { likelyEmail } from './email-address.js';

const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}_+-]{0,31}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}_.@'’-])(${WORD}(?:(?:\.|\sdot\s)${WORD}){0,3})\s(at)\s(${LABEL}(?:(?:\.|\sdot\s)${LABEL}){0,3}\sdot\s\p{L}{2,20})(?![\p{L}\p{N}\p{M}@]|[.-][\p{L}\p{N}])`,
  'giu',
);
const DOT = /\sdot\s/giu;

/** Words before “at” in prose: “find us at example dot com” names a site. */
const PROSE =
  /^(?:a|all|am|and|are|arrive[ds]?|available|back|be|better|blog|book(?:ing)?|buy|center|chat|check|come|day|do(?:ne)?|event|everything|find|free|from|get|go|guide|had|have|he|held|her|here|him|home|info(?:rmation)?|is|it|join|learn|live|located|look(?:ed|ing|s)?|meet|me|more|not|now|off|offers?|on|one|online|only|open|or|order|our|out|page|photos?|press|read|register|see|she|shop|sign|site|start|stay|store|that|them|there|they|this|time|today|us|up|visit|was|we|were|website|what|work(?:ed|ing|s)?|you)$/iu;
/** Words that announce an address. */
const INTRODUCED =
  /(?:^|[:;(<[{"„“,–—|•·])\s*$|(?:\be-?mails?|\bmail|\bcontact|\bwrite|\bsend|\bmessage|\badress?e?|\bcorreo|\bcourriel|\bkontakt)\b[^.!?]{0,25}$/iu;
const CONTEXT_CHARS = 60;

const isGivenAsAddress = (local: string, at: string, before: string): boolean =>
  at === 'AT' || /\sdot\s/iu.test(local) || INTRODUCED.test(before);

/** Calls back for addresses spelled in words, `name at host dot tld`, unless the words around them form a sentence. */
export const findSpelledEmails = (text: string, found: (email: string) => void): void => {
  for (const match of text.matchAll(SPELLED)) {
    const [, local = '', at = '', host = ''] = match;
    const before = text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index);
    if (PROSE.test(local) || !isGivenAsAddress(local, at, before)) continue;
    const email = likelyEmail(`${local.replace(DOT, '.')}@${host.replace(DOT, '.')}`);
    if (email !== undefined) found(email);
  }
};

/** Whether a text may contain an address in words at all. */
export const maySpellEmail = (text: string): boolean => /\sdot\s/i.test(text) && /\sat\s/i.test(text);
