import type { PageClaims } from './page-claims.js';

const DATE = /(?:\b(?:19|20)\d\d\b|\b\d{1,2}[:h.]\d\d\b|\d年)/;
const MAX_DATE_CHARS = 140;
/** Share of digits among the letters and digits of a date; a sentence with a year has fewer. */
const MIN_DIGIT_SHARE = 0.2;

/** The word for publication or a change, with a day after it: what follows may be written without spaces. */
const LABELLED_DATE =
  /^[\s\p{P}]*(?:(?:first |originally )?(?:published|posted|updated)|last (?:updated|modified|edited)|veröffentlicht|erstellt|aktualisiert|zuletzt (?:aktualisiert|geändert|bearbeitet)|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|опубликовано|обновлено|opublikowano|aktualizacja)\b(?=(?:.*\d){5}).*[^.!?]\s*$/iu;
const MAX_LABELLED_CHARS = 100;

/** A short line that is a date or a time of day, with the words around them. */
export const isDateLine = (line: string): boolean => {
  if (line.length <= MAX_LABELLED_CHARS && LABELLED_DATE.test(line)) return true;
  if (line.length > MAX_DATE_CHARS || !DATE.test(line)) return false;
  const digits = line.match(/\p{Nd}/gu)?.length ?? 0;
  const signs = line.match(/[\p{L}\p{Nd}]/gu)?.length ?? 1;
  return digits >= signs * MIN_DIGIT_SHARE;
};

/** A line that repeats the page's title or authors. */
export const isRepeated = (line: string, { isTitle, isByline }: Pick<PageClaims, 'isTitle' | 'isByline'>): boolean =>
  isTitle(line) || isByline(line);
