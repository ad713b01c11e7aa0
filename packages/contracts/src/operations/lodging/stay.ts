import { z } from 'zod';
import type { CrossRule } from '../../input/cross-rules.js';
import { broken, field } from '../../input/field.js';
import { date } from '../../input/formats.js';
import { code, filledText, integer } from '../../input/scalars.js';
import { withWww, type Target } from '../../target.js';

export const lodgingTarget: Target = {
  name: 'lodging',
  title: 'the accommodation site',
  hosts: withWww('booking.com'),
};

export const CHILDREN_MAX = 10;
export const CHILD_AGE_MAX = 17;

const AGE = /^(?:0|[1-9]\d{0,2})$/;

const agesCheck: z.core.CheckFn<string> = ({ value, issues }) => {
  for (const [index, age] of value.split(',').entries()) {
    if (!AGE.test(age)) {
      issues.push({ ...broken(age, 'integer', 'must be an integer, without spaces.'), path: [index] });
    } else if (Number(age) > CHILD_AGE_MAX) {
      issues.push({ ...broken(age, 'range', `must be between 0 and ${CHILD_AGE_MAX}.`), path: [index] });
    }
  }
};

const ages = filledText().check(agesCheck).meta({ pattern: '^(\\d|1[0-7])(,(\\d|1[0-7]))*$' });

const childrenAges = field(
  // Without children there are no ages: an empty string is the same as leaving it out.
  z.preprocess((value) => (value === '' ? undefined : value), ages.optional()),
  { note: `Ages of the children, separated by commas, each 0 to ${CHILD_AGE_MAX}. Required when children > 0.` },
);

const DAY_MS = 86_400_000;
const isoDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

const inFuture: CrossRule = {
  fields: ['checkInDate'],
  note: 'checkInDate must be later than today in UTC.',
  check: (read, context) => {
    const today = isoDay(context.dayMs);
    if (String(read('checkInDate')) > today) return;
    const first = isoDay(context.dayMs + DAY_MS);
    context.report('checkInDate', 'after', `must be in the future: ${first} or later (UTC).`);
  },
};

const outAfterIn: CrossRule = {
  fields: ['checkInDate', 'checkOutDate'],
  note: 'checkOutDate must be later than checkInDate.',
  check: (read, context) => {
    if (String(read('checkOutDate')) > String(read('checkInDate'))) return;
    context.report('checkOutDate', 'afterField', 'must be later than checkInDate.');
  },
};

const agesMatchChildren: CrossRule = {
  fields: ['children', 'childrenAges'],
  note: 'childrenAges must have exactly as many entries as children.',
  isForWholes: true,
  check: (read, context) => {
    const children = Number(read('children'));
    const ages = read('childrenAges');
    if (ages === undefined) {
      if (children === 0) return;
      const message = `is required when children is greater than 0: give ${children} ages.`;
      context.report('childrenAges', 'requiredWhen', message);
    } else if (typeof ages === 'string' && ages.split(',').length !== children) {
      context.report('childrenAges', 'fixedLength', `must have exactly ${children} entries, as many as children.`);
    }
  },
};

/** Too many children need their ages too: both violations are reported at once. */
const agesOfTooMany: CrossRule = {
  fields: ['childrenAges'],
  note: 'childrenAges is required when children > 0.',
  check: (read, context) => {
    const children = read('children');
    if (typeof children !== 'number' || children <= CHILDREN_MAX || read('childrenAges') !== undefined) return;
    context.report(
      'childrenAges',
      'requiredWhen',
      'is required when children is greater than 0: give the age of each.',
    );
  },
};

/** Dates and guests, common to search and place. */
export const stayFields = {
  checkInDate: date({ note: 'First day, YYYY-MM-DD, in the future (UTC).', required: true }),
  checkOutDate: date({ note: 'Last day, YYYY-MM-DD, later than checkInDate.', required: true }),
  rooms: integer({ note: 'Rooms.', min: 1, required: true }),
  adults: integer({ note: 'Adults across all rooms.', min: 1, required: true }),
  children: integer({ note: 'Children across all rooms; 0 when none.', min: 0, max: CHILDREN_MAX, required: true }),
  childrenAges,
};

export const stayRules: readonly CrossRule[] = [inFuture, outAfterIn, agesMatchChildren, agesOfTooMany];

export const localeFields = {
  language: code({
    note: 'Language of the results, such as en-us or de.',
    letters: 'lower',
    values: ['en-us', 'de', 'fr'],
    pattern: /^[a-z]{2}(?:-[a-z]{2})?$/,
  }),
  currency: code({
    note: "Currency of the prices, ISO 4217; hotelCurrency: each property's own.",
    letters: 'upper',
    values: ['USD', 'EUR', 'hotelCurrency'],
    pattern: /^[A-Z]{3}$/,
  }),
};
