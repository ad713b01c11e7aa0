import { readWrittenNumber } from '@quarry/html';

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
  /^(?:scored|rated|rating|score|(?:review|guest|user|customer|average|overall) (?:score|rating)|bewertung|note|nota|puntuaci[oó]n|valutazione|ocena|beoordeling)\s*:?\s*(\d{1,2}(?:[.,]\d{1,2})?)$/iu;

const BEHIND =
  /(\d[\d.,]*k?)\s*(?:reviews|ratings|votes|bewertungen|rezensionen|avis|opiniones|rese[nñ]as|recensioni|avalia[cç][oõ]es|beoordelingen|opinii)/iu;

export interface Rating {
  readonly value: number;
  readonly best?: number;
  /** Reviews behind it, as written. */
  readonly count?: string;
}

const MAX_BEST = 10;

const countedRating = (text: string): Rating | undefined => {
  const [, written = '', count] = COUNTED.exec(text) ?? [];
  const value = readWrittenNumber(written);
  return count !== undefined && value !== undefined && value <= MAX_BEST ? { value, count } : undefined;
};

/** A rating without its count: on the scale that the text names, else of five stars, or of ten where only a word says so. */
const plainRating = (text: string): Rating | undefined => {
  const scaled = RATING.exec(text);
  const starred = scaled ?? STARS.exec(text);
  const written = (starred ?? NAMED.exec(text))?.[1];
  const value = written === undefined ? undefined : readWrittenNumber(written);
  const best = scaled?.[2] === undefined ? undefined : Number(scaled[2]);
  if (value === undefined || value > (best ?? (starred ? 5 : MAX_BEST))) return undefined;
  return best === undefined ? { value } : { value, best };
};

/** A rating as a text states it: `4.5 out of 5`, `8,7/10`, `4 stars`, `4.9 (749)`. */
export const ratingIn = (text: string): Rating | undefined => {
  const trimmed = text.trim();
  const counted = countedRating(trimmed);
  if (counted) return counted;
  const rating = plainRating(trimmed);
  const count = rating && BEHIND.exec(trimmed)?.[1];
  return rating && count !== undefined ? { ...rating, count } : rating;
};

export const isRatingText = (text: string): boolean => /\d/.test(text) && ratingIn(text) !== undefined;
