/** What each bound of a crawl means, by its name in `limitsHit`. */
const WORDS: Readonly<Record<string, string>> = {
  limit: 'as many pages were fetched as the crawl allowed. Start one with a higher limit for more.',
  maxVariants: 'addresses of one shape, such as those of a calendar, are fetched 500 times at most.',
  maxCredits: 'the crawl has spent what it was allowed to.',
  credits: 'the account had no credits left for a further page.',
  keyCreditsPerDay: 'the key had spent its credits of the day.',
  creditPeriod: 'the credits of the period in which it began have ended.',
  maxTime: 'a crawl runs for 24 hours at most.',
};

/** A bound in words; one of a later version by its name alone. */
export const limitWords = (limit: string): string => WORDS[limit] ?? 'a bound that left addresses out.';
