import { dateInText } from './visible-dates.js';

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d):?(\d\d)(?::?(\d\d)(\.\d+)?)?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const SCRIPT = /^[A-Z][a-z]{2},? .*\b(?:GMT|UTC|Z|[+-]\d{4})\b/;
const OFFSET = /(?:GMT|UTC)?\s?([+-])(\d\d):?(\d\d)/;

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined) return '';
  if (/^(?:z|utc|gmt)$/i.test(zone)) return 'Z';
  return zone.length === 3 ? `${zone}:00` : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
};

/** The wall clock of an instant in the zone in which it was written. */
const inZone = (ms: number, text: string): string => {
  const offset = OFFSET.exec(text);
  if (!offset) return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const [, sign = '+', hours = '00', minutes = '00'] = offset;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return `${new Date(ms + shift).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
};

/**
 * A stated date in the form of ISO 8601, `2024-03-09T08:00:00+01:00`, with the zone if one is stated and no more precise than
 * stated. Undefined for a text that names no day.
 */
export const normalDate = (stated: string): string | undefined => {
  const text = stated.trim();
  const iso = ISO.exec(text);
  if (iso) {
    const [, day = '', hours, minutes = '00', seconds, fraction = '', zone] = iso;
    if (hours === undefined) return day;
    return `${day}T${hours}:${minutes}${seconds === undefined ? '' : `:${seconds}${fraction}`}${zoneOf(zone)}`;
  }
  if (/^\d{4}(?:-\d\d)?$/.test(text)) return text;
  if (SCRIPT.test(text)) {
    const ms = Date.parse(text.replace(/\s*\(.*$/, ''));
    if (!Number.isNaN(ms)) return inZone(ms, text);
  }
  return dateInText(text.replace(/^\p{L}{2,4}[.,]+\s*/u, ''));
};
