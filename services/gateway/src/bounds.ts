/** How long a verified key is cached; a revoked key works no longer than this. */
export const KEY_CACHE_MS = 1_000;
/** Maximum cached keys. */
export const KEY_CACHE_ENTRIES = 10_000;

/** Maximum wait of a response for the values of its account headers. */
export const ACCOUNT_HEADERS_MS = 300;

/** Request line and headers together; a q of 2,048 characters in percent-encoding fits nine times over. */
export const MAX_HEADER_BYTES = 65_536;
/** Characters of a negotiation header, such as Accept; browsers send 300. A longer one is ignored. */
export const MAX_NEGOTIATED_CHARS = 2_048;
/** Characters of the path with its query. */
export const MAX_URL_CHARS = 40_000;
/** Body of a single request. */
export const MAX_BODY_BYTES = 1_048_576;
/** A caller that takes longer to send its headers or its body is disconnected. */
export const HEADERS_TIMEOUT_MS = 20_000;
export const BODY_TIMEOUT_MS = 120_000;
export const KEEP_ALIVE_MS = 65_000;
/** A connection without traffic for this long is closed; longer than any request waits, so its client does not read. */
export const SILENT_CONNECTION_MS = 330_000;

/** Characters of the reference with all guides, for language models. */
export const LLMS_FULL_MAX_CHARS = 600_000;

/** Values of one list in a query string. */
export const QUERY_ARRAY_LIMIT = 1_000;
/** Nesting of a query name; `cost[pricePerSqft][min]` is 2. */
export const QUERY_DEPTH = 4;
/** Maximum characters of a caller's field name that a violation repeats. */
export const QUERY_NAME_ECHO_MAX_CHARS = 200;
/** `name=value` pairs of one query string. */
export const QUERY_PARAMETER_LIMIT = 2_000;

/** How often the backlog of the queues is read. */
export const BACKLOG_SAMPLE_MS = 1_000;
/** Minimum time between counts of the open items of batches. */
export const BATCH_LOAD_SAMPLE_MS = 2_000;
/** Interactive jobs waiting in one queue, above which requests are refused whatever their age. */
export const MAX_WAITING_JOBS = 5_000;
export const RETRY_AFTER_OVERLOADED_SECONDS = 5;
export const RETRY_AFTER_CONCURRENCY_SECONDS = 1;

/**
 * Lease of a request before its hold. Longer than it may take until the lease is extended (two Redis calls of 5 s each, hold and
 * confirmation by the store), but short in case its gateway dies.
 */
export const LEASE_BEFORE_HOLD_MS = 20_000;

/** A waiting request reads its row at least this often. */
export const WAIT_SLICE_MS = 3_000;
/** How long past its deadline a request's row is read if the store does not respond. */
export const LOOK_GRACE_MS = 3_000;
/** Age from which sweeps look after a request that nobody waits for: its gateway has enqueued it by then, or has died. */
export const ASYNC_MIN_AGE_MS = 10_000;
export const ASYNC_SWEEP_MS = 3_000;
/** How often a request is enqueued again after its queue lost it. */
export const MAX_REQUEUES = 5;
/** On shutdown, how long running requests may finish. */
export const DRAIN_MS = 20_000;

/** Responses up to this size, most of those with a page in them, are sent in one write; larger ones are streamed. */
export const WHOLE_ANSWER_BYTES = 524_288;
/** Largest response that can be sent as raw text; a larger one is available as JSON. */
export const MAX_RAW_ANSWER_BYTES = 64 * 1_048_576;
/** Responses of more than `WHOLE_ANSWER_BYTES` that one account may have parsed into raw text at once. */
export const LARGE_TEXTS_AT_ONCE = 2;

/** How long reading a stored response is retried, with growing pauses. */
export const ANSWER_READ_MS = 5_000;
export const ANSWER_RETRY_MIN_MS = 50;
export const ANSWER_RETRY_MAX_MS = 500;

/** File size limit of the gateway's file store; the gateway writes no files. */
export const MAX_FILE_BYTES = 512 * 1_048_576;
export const FILE_CACHE_SECONDS = 3_600;

/** How often queues are looked after that an operator drains, and the jobs of one step. */
export const DRAIN_SWEEP_MS = 1_000;
export const DRAIN_STEP_JOBS = 200;
/** Steps of one pass over a queue that is drained: what comes meanwhile is left to the next pass. */
export const DRAIN_STEPS = 1_000;
/** Rows, accounts or requests per sweep. */
export const SWEEP_LIMIT = 200;
/** Time for the waiting gateway to end its own request first. */
export const SWEEP_GRACE_MS = 5_000;
export const EXPIRY_SWEEP_MS = 5_000;
export const PERIOD_SWEEP_MS = 30_000;
export const RETENTION_SWEEP_MS = 60_000;
/** Pause after a pass with more to do. */
export const BACKLOG_SWEEP_MS = 100;
/** Jitter of a sweep's pause as a share, so that replicas do not sweep in step. */
export const SWEEP_JITTER = 0.25;

/** How long a key returns its first response. */
export const IDEMPOTENCY_RETENTION_MS = 86_400_000;
/** Characters of a key. */
export const IDEMPOTENCY_KEY_MAX_CHARS = 255;
/** A first call that has not renewed its lease for this long counts as dead. */
export const IDEMPOTENCY_LEASE_MS = 9_000;
export const IDEMPOTENCY_RENEW_MS = 3_000;
/** JSON bytes of a refusal's violations that are stored under a key; the first ones that fit. */
export const KEPT_VIOLATIONS_MAX_BYTES = 8_192;
/** Pauses between polls of a call that waits for the first one: the first and the last. */
export const IDEMPOTENCY_POLL_MIN_MS = 50;
export const IDEMPOTENCY_POLL_MAX_MS = 1_000;
/** The same if the first call is in this process, which is notified of its end. */
export const IDEMPOTENCY_LOCAL_POLL_MS = 5_000;

/** Responses below this size are sent as they are: compressing them gains nothing. */
export const COMPRESS_MIN_BYTES = 1_024;

/** Nesting depth of a body. */
export const MAX_BODY_DEPTH = 64;
/**
 * Values of a body, and of one item of a batch: more than the largest call has (200 extraction rules with 100 values each), but
 * few enough that no step of processing delays other calls.
 */
export const MAX_BODY_VALUES = 25_000;
/** Bodies up to this size have too few values to count, and are processed without a pause. */
export const SMALL_BODY_BYTES = 16_384;
/** Bytes of refused bodies per account and minute: one batch of the maximum size. */
export const REFUSED_BYTES_PER_MINUTE = 32 * 1_048_576;
/** Minimum bytes that an item of a refused batch counts: checking it costs as much as that many bytes of a large one. */
export const REFUSED_ITEM_BYTES = 1_024;
/** Batches up to this size get all violations and the exact price even if the credits do not suffice; larger ones do not. */
export const EXACT_PRICE_MAX_BYTES = 1_048_576;

/** Parameters of the pages of a crawl as JSON, which are stored with each of them. */
export const MAX_CRAWL_SCRAPE_BYTES = 65_536;

/** Open requests of an account that are read to restore its leases. */
export const MAX_RECALLED_LEASES = 10_000;
/** How often the store is pinged, and how long a call may take. */
export const STORE_SAMPLE_MS = 500;
export const STORE_ANSWER_MS = 3_000;
/** Pause between attempts to undo a failed admission, and their number. */
export const UNDO_RETRY_MS = 500;
export const UNDO_TRIES = 60;

/** Body of a batch. */
export const MAX_BATCH_BODY_BYTES = 32 * 1_048_576;
/** JSON of one item as sent. */
export const MAX_BATCH_ITEM_BYTES = 1_000_000;
/** JSON of its parameters with all defaults. Below the store's limit, as the marks of removed headers are added to it. */
export const MAX_BATCH_PARAMS_BYTES = 1_040_000;
/** Bytes of batch bodies in this process at once; further ones wait, unread, and are then refused. */
export const MAX_BATCH_BYTES_AT_ONCE = 2 * MAX_BATCH_BODY_BYTES;
/** The same per account: the largest body, and half of all. */
export const MAX_BATCH_BYTES_OF_ACCOUNT = MAX_BATCH_BYTES_AT_ONCE / 2;
/** How long bodies wait. */
export const BATCH_BODY_WAIT_MS = 10_000;
/** How long work on a large body runs before other calls get a turn. */
export const TURN_MS = 4;
/** Violations of a batch listed beyond the first one of each item. */
export const MAX_EXTRA_VIOLATIONS = 10_000;
/** Unknown names in a batch for which a known one is searched. */
export const MAX_BATCH_SUGGESTIONS = 100;
/** Items per call of the store, and the characters of their JSON. */
export const BATCH_CHUNK_ITEMS = 500;
export const BATCH_CHUNK_CHARS = 2 * 1_048_576;
/** Attempts to activate a stored job before the caller is refused. */
export const BATCH_ACTIVATE_TRIES = 4;
/** Maximum price shapes of one batch for which a cheaper way is sought. */
export const MAX_PRICED_KINDS = 50;
/** A job that has been accepting for this long belongs to a dead gateway. */
export const MAX_ACCEPTING_MS = 600_000;
/** Concurrent calls of one account that read results or retry failed items; further ones wait this long. */
export const BATCH_READS_AT_ONCE = 4;
export const BATCH_READ_WAIT_MS = 10_000;
/** Items of a page of documents for clients of another API, and the bytes after which it takes no more; a larger document is left out. */
export const COMPAT_PAGE_ROWS = 100;
export const COMPAT_PAGE_BYTES = 10 * 1_048_576;
/** Jobs of an account among which such clients find those that run: pages of so many rows, of which crawls may be large. */
export const COMPAT_LIST_PAGES = 20;
export const COMPAT_LIST_ROWS = 100;
/** Failed items read at once to be retried. */
export const RETRY_PAGE_ROWS = 1_000;
