const ACTION = /\bb_action["']?\s{0,3}[:=]\s{0,3}["']([\w-]{1,40})["']/;

/** What the site itself calls a page: `searchresults`, `hotel`, `city`, `index`, `error404`. */
export const pageAction = (source: string): string | undefined => ACTION.exec(source)?.[1]?.toLowerCase();

/** Marks of the site's question for people: nothing but a script that solves it. */
const CHALLENGE = /awsWafCookieDomainList|AwsWafIntegration\.(?:getToken|forceRefreshToken)/;
/** A page with a challenge is nothing else; real pages carry parts of the same script. */
const MAX_CHALLENGE_CHARS = 20_000;

export const isChallenge = (source: string): boolean => source.length <= MAX_CHALLENGE_CHARS && CHALLENGE.test(source);
