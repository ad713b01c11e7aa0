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
