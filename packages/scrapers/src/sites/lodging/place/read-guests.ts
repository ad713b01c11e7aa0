import { dayIn, defined, isObject, type JsonObject, normalizeText } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import type { PlaceBody } from './place.js';

type Rating = NonNullable<PlaceBody['ratings']>[number];
type Review = NonNullable<PlaceBody['reviews']>[number];
type Question = NonNullable<PlaceBody['questionsAndAnswers']>[number];

const MAX_SCORE = 10;
const MAX_ROWS = 100;

/** Topics of guests' ratings, where a page has no word for them. */
const LABELS: Readonly<Record<string, string>> = {
  hotel_staff: 'Staff',
  hotel_services: 'Facilities',
  hotel_clean: 'Cleanliness',
  hotel_comfort: 'Comfort',
  hotel_value: 'Value for money',
  hotel_location: 'Location',
  hotel_free_wifi: 'Free Wifi',
  hotel_breakfast: 'Breakfast',
};

const scoreOf = (value: Json): number | undefined => {
  const score = amountOf(value);
  return score !== undefined && score <= MAX_SCORE ? Math.round(score * 10) / 10 : undefined;
};

/** All guests' score, and their scores of single topics. */
export const readRatings = (store: ApolloStore, property: Json, review: Json): Rating[] => {
  const labels = new Map(Object.entries(LABELS));
  for (const frontend of store.called(store.root, 'reviewsFrontend')) {
    for (const score of itemsOf(at(frontend, 'ratingScores'))) {
      const [name, label] = [textOf(at(score, 'name')), textOf(at(score, 'translation'))];
      if (name !== undefined && label !== undefined) labels.set(name, label);
    }
  }
  const all = store.at(review, 'totalScore');
  const average = scoreOf(at(all, 'score'));
  const single = itemsOf(store.at(property, 'reviews', 'questions')).map((found) => {
    const question = store.resolve(found);
    const label = labels.get(textOf(at(question, 'name')) ?? '');
    const value = scoreOf(at(question, 'score'));
    if (label === undefined || value === undefined) return undefined;
    return defined<Rating>({ label, value, votes: amountOf(at(question, 'reviewsCount')) });
  });
  return [
    average === undefined
      ? undefined
      : defined<Rating>({ label: 'Average', value: average, votes: amountOf(at(all, 'reviewsCount')) }),
    ...single,
  ].filter((row) => row !== undefined);
};

/** All guests' score of a page without state. */
export const linkedRating = (linked: JsonObject | undefined): Rating[] => {
  const rating = at(linked, 'aggregateRating');
  const value = Number(at(rating, 'bestRating')) === MAX_SCORE ? scoreOf(Number(at(rating, 'ratingValue'))) : undefined;
  if (value === undefined) return [];
  return [defined<Rating>({ label: 'Average', value, votes: statedAmount(at(rating, 'reviewCount')) })];
};

const EARLIEST_S = Date.UTC(2000, 0, 1) / 1_000;
const LATEST_S = Date.UTC(2100, 0, 1) / 1_000;

const dayOf = (value: Json): string | undefined => {
  const seconds = numberOf(value);
  return seconds !== undefined && seconds > EARLIEST_S && seconds < LATEST_S
    ? new Date(seconds * 1_000).toISOString().slice(0, 10)
    : undefined;
};

const linesOf = (value: Json): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : textOf(normalizeText(text));
};

export const readReviews = (store: ApolloStore, review: Json): Review[] =>
  itemsOf(store.at(review, 'featuredReviews'))
    .slice(0, MAX_ROWS)
    .map((found) => {
      const one = store.resolve(found);
      return defined<Review>({
        author: at(one, 'isAnonymous') === true ? undefined : linesOf(at(one, 'guestName')),
        country: at(one, 'hasHideCountryFlag') === true ? undefined : textOf(at(one, 'guestCountryCode')),
        date: dayOf(at(one, 'completed')),
        title: linesOf(at(one, 'title')),
        positive: linesOf(at(one, 'positiveText')),
        negative: linesOf(at(one, 'negativeText')),
        score: scoreOf(at(one, 'averageScore')),
      });
    })
    .filter((row) => row.positive !== undefined || row.negative !== undefined || row.title !== undefined);

const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const ENGLISH_DAY = new RegExp(`^(?:\\d{1,2} ${MONTH}|${MONTH} \\d{1,2},?) \\d{4}$`, 'i');

/** A day as the site writes it in English, or an ISO date. */
const isoDay = (text = ''): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? (ENGLISH_DAY.test(text) ? dayIn(text) : undefined);

export const readQuestions = (store: ApolloStore, property: Json): Question[] => {
  const pairs = store
    .called(property, 'questionsAndAnswers')
    .filter(isObject)
    .flatMap((found) => itemsOf(found['propertyQuestionAnswerPairs']));
  return pairs
    .slice(0, MAX_ROWS)
    .map((pair) =>
      defined<Question>({
        question: linesOf(at(pair, 'question')),
        answer: linesOf(at(pair, 'answer')),
        date: isoDay(textOf(at(pair, 'answeredTimestamp')) ?? textOf(at(pair, 'askedTimestamp'))),
      }),
    )
    .filter((row) => row.question !== undefined);
};
