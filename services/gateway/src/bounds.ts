/** Longest a verified key is believed without asking the store again; a revoked key works no longer than this. */
export const KEY_CACHE_MS = 1_000;
/** Verified keys remembered at once. */
export const KEY_CACHE_ENTRIES = 10_000;

/** Longest an answer waits for the figures of its account headers. */
export const ACCOUNT_HEADERS_MS = 300;

/** Request line and headers together; a q of 2,048 characters in percent-encoding fits nine times over. */
export const MAX_HEADER_BYTES = 65_536;
/** Characters of a header by which an answer is chosen, such as Accept; browsers send 300. A longer one counts as not sent. */
export const MAX_NEGOTIATED_CHARS = 2_048;
/** Characters of the path with its query. */
export const MAX_URL_CHARS = 40_000;
/** Body of a single request. */
export const MAX_BODY_BYTES = 1_048_576;
/** A caller that sends its headers or its body slower than this is cut off. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const BODY_TIMEOUT_MS = 120_000;
export const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moved for this long is cut: longer than any request waits, so that it is one that reads nothing. */
export const SILENT_CONNECTION_MS = 330_000;

/** Values of one list in a query string. */
export const QUERY_ARRAY_LIMIT = 1_000;
/** Nesting of a query name: `cost[pricePerSqft][min]` is 2. */
export const QUERY_DEPTH = 4;
/** Longest part of a name of the caller's that a violation repeats. */
export const QUERY_NAME_ECHO_MAX_CHARS = 200;
/** `name=value` pairs of one query string. */
export const QUERY_PARAMETER_LIMIT = 2_000;

/** How often the backlog of the queues is read. */
export const BACKLOG_SAMPLE_MS = 1_000;
/** How often open items of batches are counted, at most. */
export const BATCH_LOAD_SAMPLE_MS = 2_000;
/** Interactive jobs waiting in one queue, past which requests are turned away whatever their age. */
export const MAX_WAITING_JOBS = 5_000;
export const RETRY_AFTER_OVERLOADED_SECONDS = 5;
export const RETRY_AFTER_CONCURRENCY_SECONDS = 1;

/**
 * A place that was taken for a request which is not held yet. Longer than the way to the lengthened lease may take (two calls
 * of Redis of 5 s each, hold and confirmation by the store), short if its gateway dies on it.
 */
export const LEASE_BEFORE_HOLD_MS = 20_000;

/** A waiting request looks at its row at least this often. */
export const WAIT_SLICE_MS = 3_000;
/** A store that does not say how a request ended is asked for this long past its deadline. */
export const LOOK_GRACE_MS = 3_000;
/** Times one request is enqueued again after its queue lost it. */
export const MAX_REQUEUES = 5;
/** On shutdown, requests in flight may end by themselves for this long. */
export const DRAIN_MS = 20_000;

/** Answers up to this size go out in one write; larger ones are streamed. */
export const WHOLE_ANSWER_BYTES = 262_144;
/** Largest answer that is turned into a raw text; a larger one can be had as JSON. */
export const MAX_RAW_ANSWER_BYTES = 64 * 1_048_576;

/** The stored answer of a request that ended well is tried to be read for this long, with pauses from the least to the longest. */
export const ANSWER_READ_MS = 5_000;
export const ANSWER_RETRY_MIN_MS = 50;
export const ANSWER_RETRY_MAX_MS = 500;

/** Largest file the gateway's side of the file store takes; it writes none itself. */
export const MAX_FILE_BYTES = 512 * 1_048_576;
export const FILE_CACHE_SECONDS = 3_600;

/** Rows, accounts or requests that one sweep moves on. */
export const SWEEP_LIMIT = 200;
/** The waiting gateway may end its own request first. */
export const SWEEP_GRACE_MS = 5_000;
export const EXPIRY_SWEEP_MS = 5_000;
export const PERIOD_SWEEP_MS = 30_000;
export const RETENTION_SWEEP_MS = 60_000;
/** Pause after a pass that left more to do. */
export const BACKLOG_SWEEP_MS = 100;
/** Share by which a sweep's pause varies, so that replicas do not march in step. */
export const SWEEP_JITTER = 0.25;

/** How long a key stands for its first answer. */
export const IDEMPOTENCY_RETENTION_MS = 86_400_000;
/** Characters of a key. */
export const IDEMPOTENCY_KEY_MAX_CHARS = 255;
/** A first call that has not lengthened its lease for this long counts as dead. */
export const IDEMPOTENCY_LEASE_MS = 9_000;
export const IDEMPOTENCY_RENEW_MS = 3_000;
/** Violations of a refusal that are kept to be given again, as JSON: the first that fit. */
export const KEPT_VIOLATIONS_MAX_BYTES = 8_192;
/** How often a call that waits for the first looks at its key: at first, and at last. */
export const IDEMPOTENCY_POLL_MIN_MS = 50;
export const IDEMPOTENCY_POLL_MAX_MS = 1_000;
/** The same where the first is of this process, which tells its end. */
export const IDEMPOTENCY_LOCAL_POLL_MS = 5_000;

/** Objects and lists inside one another in a body. */
export const MAX_BODY_DEPTH = 64;
/**
 * Values of a body, and of one item of a batch: more than the richest call has (200 extraction rules with 100 values each), few
 * enough that no step of the work on them holds other calls up.
 */
export const MAX_BODY_VALUES = 25_000;
/** Bodies up to this size hold too few values to be counted first, and are worked on without a pause. */
export const SMALL_BODY_BYTES = 16_384;
/** Bytes of refused bodies of one account in a minute: a batch of the largest size. */
export const REFUSED_BYTES_PER_MINUTE = 32 * 1_048_576;
/** What an item of a refused batch counts at least: to check it costs as much as so many bytes of a large one. */
export const REFUSED_ITEM_BYTES = 1_024;
/** A batch up to this size is told of its mistakes and its exact price even where it cannot be paid; a larger one not. */
export const EXACT_PRICE_MAX_BYTES = 1_048_576;

/** Open requests of an account that are read to learn who holds its places. */
export const MAX_RECALLED_LEASES = 10_000;
/** The store is asked this often whether it answers, and may take this long. */
export const STORE_SAMPLE_MS = 500;
export const STORE_ANSWER_MS = 3_000;
/** Holds of requests whose admission failed half-way are looked for this often, and for this long. */
export const UNDO_RETRY_MS = 500;
export const UNDO_TRIES = 60;

/** Body of a batch. */
export const MAX_BATCH_BODY_BYTES = 32 * 1_048_576;
/** JSON of one item. Below what the store takes, as defaults are added to it. */
export const MAX_BATCH_ITEM_BYTES = 1_000_000;
/** Bodies of batches that this process holds at once; further ones wait, unread, and are then turned away. */
export const MAX_BATCH_BYTES_AT_ONCE = 2 * MAX_BATCH_BODY_BYTES;
/** Of these of one account: its largest body, and half of all. */
export const MAX_BATCH_BYTES_OF_ACCOUNT = MAX_BATCH_BYTES_AT_ONCE / 2;
/** How long they wait. */
export const BATCH_BODY_WAIT_MS = 10_000;
/** Work on a large body lets other calls have their turn this often. */
export const TURN_MS = 4;
/** Violations of a batch that are listed besides the first one of each item. */
export const MAX_EXTRA_VIOLATIONS = 10_000;
/** Items that are stored by one call of the store, and the characters of their JSON. */
export const BATCH_CHUNK_ITEMS = 500;
export const BATCH_CHUNK_CHARS = 2 * 1_048_576;
/** Times the store is asked to activate a job whose items it has, before the caller is turned away. */
export const BATCH_ACTIVATE_TRIES = 4;
/** Kinds of requests of one batch up to which a cheaper way is looked for. */
export const MAX_PRICED_KINDS = 50;
/** A job that has been accepting for this long belongs to a gateway that died. */
export const MAX_ACCEPTING_MS = 600_000;
/** Calls of one account that read results, or submit failed items again, at once; further ones wait this long. */
export const BATCH_READS_AT_ONCE = 4;
export const BATCH_READ_WAIT_MS = 10_000;
/** Failed items that are read at once to be submitted again. */
export const RETRY_PAGE_ROWS = 1_000;
/** Rows of an export that are read at once, and the characters that go out together. */
export const EXPORT_PAGE_ROWS = 500;
export const EXPORT_CHUNK_CHARS = 65_536;
/** Stored answers of an export that are read ahead, and the largest that is: larger ones are streamed in their turn. */
export const EXPORT_ANSWERS_AHEAD = 8;
export const MAX_AHEAD_ANSWER_BYTES = 1_048_576;
