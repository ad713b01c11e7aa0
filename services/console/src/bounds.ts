const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Characters of the path with its query. The longest is a call of an operation, as the gateway accepts it. */
export const MAX_URL_CHARS = 40_000;
/** Request line and headers together. */
export const MAX_HEADER_BYTES = 65_536;
/** Body of a call of the console's own API. The longest has the parameters of one operation. */
export const MAX_BODY_BYTES = 1_048_576;
/** Nesting depth of such a body, as the gateway's. */
export const MAX_BODY_DEPTH = 64;
/** A caller that takes longer to send its headers or its body is disconnected. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const BODY_TIMEOUT_MS = 120_000;
export const KEEP_ALIVE_MS = 65_000;
/** A connection without traffic for this long is closed; longer than any request of the API waits. */
export const SILENT_CONNECTION_MS = 330_000;
/** On shutdown, how long calls in flight may finish, and then all the rest. */
export const CLOSE_CALLS_MS = 20_000;
export const CLOSE_GRACE_MS = CLOSE_CALLS_MS + 10_000;

/** A session ends this long after it was last used. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** How much later a use must be to be written down. */
export const SESSION_TOUCH_MS = 3_600_000;
/** How long an invitation opens. */
export const INVITE_LIFE_MS = 7 * DAY_MS;

/** Characters of a password. */
export const PASSWORD_MIN_CHARS = 10;
export const PASSWORD_MAX_CHARS = 200;
/** Passwords hashed at once in this process, each with 19 MiB and about 30 ms of a processor; and those that wait. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 32;
export const RETRY_AFTER_BUSY_SECONDS = 2;

/**
 * Failed sign-ins in 15 minutes, and accounts made in an hour. Counted per process, so N consoles allow N times as many, and a
 * restart forgets them.
 */
export const SIGN_IN_WINDOW_MS = 15 * MINUTE_MS;
export const SIGN_INS_PER_EMAIL_AND_ADDRESS = 10;
export const SIGN_INS_PER_ADDRESS = 100;
export const SIGN_UP_WINDOW_MS = 60 * MINUTE_MS;
export const SIGN_UPS_PER_ADDRESS = 10;
/** Addresses and pairs that are remembered; the least recently used are forgotten first. */
export const THROTTLED_KEYS = 50_000;

/** Keys of one account that are not revoked. */
export const MAX_LIVE_KEYS = 100;
/** How long a change of an account's members keeps others out if its process dies, and how often others try. */
export const MEMBERS_LEASE_MS = 10_000;
export const MEMBERS_LEASE_TRIES = 20;
export const MEMBERS_LEASE_PAUSE_MS = 50;

/** Calls of the playground that an account shares at once, how long each is kept, and the size of its parameters as JSON. */
export const MAX_SHARED_CALLS = 200;
export const SHARED_CALL_LIFE_MS = 30 * DAY_MS;
export const MAX_SHARED_BYTES = 32_768;

/** Calls to the gateway. */
export const GATEWAY_CONNECT_MS = 5_000;
/** Calls of one person that are passed on to the API at once. */
export const GATEWAY_CALLS_PER_USER = 100;
/** Largest description of a request that is read, and how much of a result is searched for the name of its page. */
export const MAX_REQUEST_BYTES = 2 * 1_048_576;
export const RESULT_HEAD_BYTES = 65_536;
/** Largest stored page that is shown, and what is rewritten of it before other calls get a turn. */
export const MAX_FRAME_BYTES = 10 * 1_048_576;
export const FRAME_STEP_CHARS = 65_536;
/** Stored pages that one person loads at once: each is in memory until it is sent. */
export const FRAMES_PER_USER = 4;

/** Days of usage. */
export const USAGE_DAYS_DEFAULT = 30;
export const USAGE_DAYS_MAX = 90;
/** Days of spending that a forecast is made from. */
export const FORECAST_DAYS = 7;

/** Files of the web app, and their total size, kept in memory. */
export const MAX_WEB_FILES = 1_000;
export const MAX_WEB_BYTES = 64 * 1_048_576;
/** Responses below this size are not compressed. */
export const COMPRESS_MIN_BYTES = 1_024;

/** How often alerts are looked for and sent, and how long a round may begin new sendings. */
export const ALERT_ROUND_MS = 60_000;
export const ALERT_ROUND_MAX_MS = 45_000;
/** The replica that makes the rounds is replaced when it has made none for this long. */
export const ALERT_LEASE_MS = 3 * ALERT_ROUND_MS;
/** Time of one source, and how many new alerts of it are taken in one round. */
export const ALERT_SOURCE_MS = 30_000;
export const ALERTS_PER_ROUND = 200;
/** Ids of alerts that a process knows without asking the store. */
export const ALERT_KNOWN_IDS = 10_000;
export const ALERT_KNOWN_MS = 60 * MINUTE_MS;
/** An alert is remembered this long after its source has last named it, and so is not sent again. */
export const ALERT_KEPT_MS = 90 * DAY_MS;
/** Alerts of one account, and to the operators, in a day. Those beyond wait for the next one. */
export const ALERTS_PER_ACCOUNT_DAY = 20;
export const ALERTS_TO_OPERATORS_DAY = 100;
/** How long a claimed sending keeps others out if its process dies; longer than one takes. */
export const ALERT_SEND_LEASE_MS = 2 * MINUTE_MS;
/** Pauses between attempts to send; after the last one the sending has failed. */
export const ALERT_PAUSES_MS: readonly number[] = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS);
/** Sendings under way at once. */
export const ALERT_SENDS_AT_ONCE = 4;
/** Unfinished alerts read in one round, page by page. */
export const ALERT_PAGE_ROWS = 100;
export const ALERT_PAGES = 20;
/** Accounts whose levels are compared at once. */
export const LEVELS_AT_ONCE = 10;
/** Longest title and text of an alert, characters. */
export const ALERT_TITLE_CHARS = 200;
export const ALERT_TEXT_CHARS = 4_000;
/** Alerts that a page lists. */
export const ALERTS_LISTED = 20;
/** Addresses that one account has its alerts sent to, and levels of its period. */
export const ALERT_EMAILS = 5;
export const ALERT_SHARES = 10;
/** Times of the mail server. */
export const SMTP_CONNECT_MS = 10_000;
export const SMTP_SILENT_MS = 20_000;
/** Tests of an account's alerts in an hour, and test events to webhooks in a minute, over all consoles. */
export const ALERT_TESTS_PER_HOUR = 5;
export const WEBHOOK_TESTS_PER_MINUTE = 5;
/** How long a link that confirms an address of alerts works. */
export const CONFIRM_LIFE_MS = 3 * DAY_MS;
/** E-mails with such links: of one account in an hour, and to one address in a day, from whatever accounts. */
export const CONFIRM_MAILS_PER_ACCOUNT_HOUR = 20;
export const CONFIRM_MAILS_PER_ADDRESS_DAY = 3;
/** Characters of an account's name in an e-mail to somebody who may not know it. */
export const CONFIRM_NAME_CHARS = 100;
/** Newest deliveries that the list of receivers is made of. */
export const RECEIVERS_OF_DELIVERIES = 1_000;
/** How often drops of what pages contain are looked for: it reads the counts of two months. */
export const DROP_LOOK_MS = 600_000;
/** How often the sum of an account's day is read for its alert: it reads every request of the day. */
export const DAY_SUM_LOOK_MS = 600_000;
