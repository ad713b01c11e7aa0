const ACTION = /\bb_action["']?\s{0,3}[:=]\s{0,3}["']([\w-]{1,40})["']/;

/** The site's own name of a page: `searchresults`, `hotel`, `city`, `index`, `error404`. */
export const pageAction = (source: string): string | undefined => ACTION.exec(source)?.[1]?.toLowerCase();

/** Marks of the site's challenge: only a script that solves it. */
const CHALLENGE = /awsWafCookieDomainList|AwsWafIntegration\.(?:getToken|forceRefreshToken)/;
/** A page with a challenge has nothing else; real pages contain parts of the same script. */
const MAX_CHALLENGE_CHARS = 20_000;

export const isChallenge = (source: string): boolean => source.length <= MAX_CHALLENGE_CHARS && CHALLENGE.test(source);
