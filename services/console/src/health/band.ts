/** A day with fewer pages says nothing. */
export const MIN_PAGES = 20;
/** Without so many earlier days there is no band. */
export const MIN_DAYS = 5;
/** Days before a day that make its band. */
export const BAND_DAYS = 28;
/** Bound of the probability that a day within its band is called a drop. */
const ALARM_PROBABILITY = 5e-4;
/** A smaller change is none that anybody has to look at; of a rarer field, half of its share. */
const LEAST_CHANGE = 0.15;
/** A field that fewer pages have depends on what is asked for, so that nothing can be said of it. */
const LEAST_CENTER = 0.2;
/** Standard deviation of a normal distribution in units of its median absolute deviation, and of a median in units of a mean's. */
const SD_PER_MAD = 1.4826;
const SD_OF_MEDIAN = 1.2533;
/** Width of the band in standard deviations from day to day, and of its own error. */
const DAY_DEVIATIONS = 3;
const ERROR_DEVIATIONS = 2;

export interface DayShare {
  readonly found: number;
  readonly pages: number;
}

/** The share that is usual: from `low` to `high`, mostly `center`. */
export interface Band {
  readonly center: number;
  readonly low: number;
  readonly high: number;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

const bounded = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * From the days before. The median and the median deviation do not follow a few days of a broken parser. From the deviation comes off
 * what chance alone makes of so few pages; what is left is how the share really differs from day to day. A share that was 1 on every
 * page may still be a little less: the rule of three bounds how much.
 */
export const bandOf = (earlier: readonly DayShare[]): Band | undefined => {
  const days = earlier.filter(({ pages }) => pages >= MIN_PAGES).slice(-BAND_DAYS);
  if (days.length < MIN_DAYS) return undefined;
  const shares = days.map(({ found, pages }) => found / pages);
  const center = median(shares);
  const pages = days.reduce((sum, day) => sum + day.pages, 0);
  const likely = (center * pages + 1) / (pages + 2);
  const chance = likely * (1 - likely);
  const ofPages = median(days.map((day) => chance / day.pages));
  const deviation = SD_PER_MAD * (1 + 2 / days.length) * median(shares.map((share) => Math.abs(share - center)));
  // Deviations of a few days are inexact; so is what comes off.
  const betweenDays = Math.sqrt(Math.max(0, deviation ** 2 - (1 + 2 / Math.sqrt(days.length)) * ofPages));
  const error = SD_OF_MEDIAN * Math.sqrt(chance / pages + betweenDays ** 2 / days.length);
  const width = DAY_DEVIATIONS * betweenDays + ERROR_DEVIATIONS * error;
  return { center, low: bounded(Math.min(center, likely) - width), high: bounded(Math.max(center, likely) + width) };
};

const term = (share: number, of: number): number => (share === 0 ? 0 : share * Math.log(share / of));

/** Relative entropy of two shares: Hoeffding's exponent per page, for pages of which a part may have the field, too. */
const divergence = (share: number, from: number): number => term(share, from) + term(1 - share, 1 - from);

/**
 * A drop is a share below the band that chance alone would make of this number of pages less than once in 2,000 times, were the
 * true share the lower edge of the band (Hoeffding's bound), and that differs from the usual by 0.15 or by half.
 */
export const isDrop = ({ found, pages }: DayShare, { center, low }: Band): boolean => {
  if (pages < MIN_PAGES || center < LEAST_CENTER) return false;
  const share = found / pages;
  if (share >= low || share > center - Math.min(LEAST_CHANGE, center / 2)) return false;
  return low >= 1 || pages * divergence(share, low) > -Math.log(ALARM_PROBABILITY);
};
