import { readWrittenNumber } from './numbers.js';

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d{1,2})?)`;
const OF = String.raw`\s*(?:\/|out of|of|von|sur|de|su|di|van|na|z|stars? out of|stars? of|étoiles sur|estrellas de|stelle su|sterren van|av|af|ud af)\s*`;
const RATING = new RegExp(`^(?:\\D{0,30}?\\s)??${NUMBER}${OF}(5|10|100)(?![\\d.,%])`, 'iu');
const STARS = new RegExp(
  `^(?:rated\\s|rating:?\\s)?${NUMBER}[\\s-]?(?:stars?|star rating|sterne|étoiles|estrellas|stelle|gwiazdki)\\b`,
  'iu',
);

/** `4.9 (749)`: a rating with the number of its reviews. */
const COUNTED = /^(\d{1,2}[.,]\d)\s*\(\s*(\d[\d.,]*k?)\+?\s*(?:\p{L}[\p{L} ]{0,20})?\)$/iu;

/** `Scored 8.9`: a rating that says so. */
const NAMED =
  /^(?:scored|rated|rating|score|bewertung|note|nota|puntuaci[oó]n|valutazione|ocena|beoordeling)\s*:?\s*(\d{1,2}(?:[.,]\d{1,2})?)$/iu;

const BEHIND =
  /(\d[\d.,]*k?)\s*(?:reviews|ratings|votes|bewertungen|rezensionen|avis|opiniones|rese[nñ]as|recensioni|avalia[cç][oõ]es|beoordelingen|opinii)/iu;

export interface Rating {
  readonly value: number;
  readonly best?: number;
  /** Reviews behind it, as written. */
  readonly count?: string;
}

/** A rating as a text states it: `4.5 out of 5`, `8,7/10`, `4 stars`. */
export const ratingIn = (text: string): Rating | undefined => {
  const counted = COUNTED.exec(text.trim());
  const countedValue = readWrittenNumber(counted?.[1] ?? '');
  if (counted?.[2] !== undefined && countedValue !== undefined) {
    return countedValue <= 10 ? { value: countedValue, count: counted[2] } : undefined;
  }
  const behind = BEHIND.exec(text)?.[1];
  const scaled = RATING.exec(text.trim());
  const named = NAMED.exec(text.trim());
  const match = scaled ?? STARS.exec(text.trim()) ?? named;
  const value = readWrittenNumber(match?.[1] ?? '');
  if (!match || match[1] === undefined || value === undefined) return undefined;
  const best = scaled?.[2] === undefined ? undefined : Number(scaled[2]);
  if (value > (best ?? (match === named ? 10 : 5))) return undefined;
  return { value, ...(best === undefined ? {} : { best }), ...(behind === undefined ? {} : { count: behind }) };
};

export const isRatingText = (text: string): boolean => /\d/.test(text) && ratingIn(text) !== undefined;
