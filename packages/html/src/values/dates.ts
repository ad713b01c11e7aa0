import { foldAccents } from '../text/reader-text.js';

const ISO = /^\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2}|UTC|GMT)?)?$/;
const MONTHS: readonly string[] = [
  'january|jan|januar|janner|janvier|janv|enero|ene|gennaio|gen|janeiro|januari|stycznia|styczen|ledna|tammikuu|января|январь|січня',
  'february|feb|februar|fevrier|fevr|fev|febrero|febbraio|fevereiro|februari|lutego|luty|unora|февраля|февраль|лютого',
  'march|mar|marz|mars|marzo|marco|maart|mrt|marca|marzec|brezna|марта|март|березня',
  'april|apr|avril|avr|abril|abr|aprile|kwietnia|kwiecien|dubna|апреля|апрель|квітня',
  'may|mai|mayo|maggio|mag|maio|mei|maja|maj|kvetna|мая|май|травня',
  'june|jun|juni|juin|junio|giugno|giu|junho|czerwca|czerwiec|cervna|июня|июнь|червня',
  'july|jul|juli|juillet|juil|julio|luglio|lug|julho|lipca|lipiec|cervence|июля|июль|липня',
  'august|aug|aout|agosto|ago|augustus|sierpnia|sierpien|srpna|августа|август|серпня',
  'september|sept|sep|septembre|septiembre|settembre|set|setembro|wrzesnia|wrzesien|zari|сентября|сентябрь|вересня',
  'october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|pazdziernika|pazdziernik|rijna|октября|октябрь|жовтня',
  'november|nov|novembre|noviembre|novembro|listopada|listopad|ноября|ноябрь|листопада',
  'december|dec|dezember|dez|decembre|diciembre|dic|dicembre|dezembro|grudnia|grudzien|prosince|декабря|декабрь|грудня',
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, index) => names.split('|').map((name) => [foldAccents(name), index + 1] as const)),
);
const DAY_FIRST =
  /\b(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+|del\s+)?(\d{4})\b/u;
const MONTH_FIRST = /\b([a-z]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/;
const POINTS = /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/;
const SLASHES = /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/;
const YEAR_FIRST = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|(\d{4})年(\d{1,2})月(\d{1,2})日/;

const iso = (year: number, month: number, day: number): string | undefined => {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1000 && year <= 2200;
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined;
};

const isIsoDate = (text: string): boolean => ISO.test(text.trim());

const fromNames = (text: string): string | undefined => {
  const first = DAY_FIRST.exec(text);
  const dayFirst = first && MONTH_OF.get(first[2] ?? '');
  if (first && dayFirst !== undefined && dayFirst !== null) return iso(Number(first[3]), dayFirst, Number(first[1]));
  const second = MONTH_FIRST.exec(text);
  const monthFirst = second && MONTH_OF.get(second[1] ?? '');
  if (second && monthFirst !== undefined && monthFirst !== null)
    return iso(Number(second[3]), monthFirst, Number(second[2]));
  return undefined;
};

/** The day that a text names, as `2024-03-09`; undefined where it names none or is ambiguous. */
export const dayIn = (text: string): string | undefined => {
  const folded = foldAccents(text.slice(0, 200));
  const year = YEAR_FIRST.exec(text.slice(0, 200));
  if (year) return iso(Number(year[1] ?? year[4]), Number(year[2] ?? year[5]), Number(year[3] ?? year[6]));
  const named = fromNames(folded);
  if (named !== undefined) return named;
  const points = POINTS.exec(folded);
  if (points) return iso(Number(points[3]), Number(points[2]), Number(points[1]));
  const slashes = SLASHES.exec(folded);
  if (!slashes) return undefined;
  const [one, two] = [Number(slashes[1]), Number(slashes[2])];
  if (one > 12 && two <= 12) return iso(Number(slashes[3]), two, one);
  if (two > 12 && one <= 12) return iso(Number(slashes[3]), one, two);
  return one === two ? iso(Number(slashes[3]), one, two) : undefined;
};

const LOOSE =
  /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:today|yesterday|ago|heute|gestern|hier|ayer|ieri|ontem|vandaag|gisteren|wczoraj)\b|\bvor \d|\bil y a\b|\bhace\b/;

/** True for a short text that names a day, even an ambiguous one. */
export const isDateText = (text: string): boolean =>
  text.length <= 100 &&
  /\p{L}|\d/u.test(text) &&
  (isIsoDate(text) ||
    dayIn(text) !== undefined ||
    LOOSE.test(foldAccents(text)) ||
    (Number.isFinite(Date.parse(text)) && /\d{4}/.test(text)));

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
const WRITTEN =
  /(\d+(?:[.,]\d+)?)\s*(weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken?|days?|tage?n?|jours?|dias?|giorn[io]|h|hrs?|hours?|std\.?|stunden?|heures?|horas?|or[ae]|uur|godz\.?|m|mins?\.?|minutes?|minuten?|minutos?|minut[io]|minuty?|s|secs?|seconds?|sek\.?)(?![\p{L}])/giu;

const minutesOf = (unit: string): number => {
  if (/^(?:w|sem|set)/.test(unit)) return 10_080;
  if (/^(?:d|t|j|g[^o])/.test(unit)) return 1_440;
  if (/^(?:h|st|o|u|go)/.test(unit)) return 60;
  return unit.startsWith('s') ? 1 / 60 : 1;
};

/** Minutes of a duration such as `PT1H30M` or `1 h 30 min`. */
export const durationMinutes = (text: string): number | undefined => {
  const stated = DURATION.exec(text.trim());
  if (stated) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = stated
      .slice(1)
      .map((part) => Number((part as string | undefined) ?? 0));
    return /\d/.test(text) ? days * 1_440 + hours * 60 + minutes + seconds / 60 : undefined;
  }
  let sum: number | undefined;
  for (const match of text.slice(0, 100).matchAll(WRITTEN)) {
    sum = (sum ?? 0) + Number((match[1] ?? '').replace(',', '.')) * minutesOf((match[2] ?? '').toLowerCase());
  }
  return sum;
};
