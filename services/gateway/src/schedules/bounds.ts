/** How often a replica looks for schedules that are due, and how many it takes at once. */
export const SCHEDULE_TICK_MS = 1_000;
export const SCHEDULES_AT_ONCE = 20;
/** How long a replica has a schedule to itself. Longer than any step takes, so that no two work on one. */
export const SCHEDULE_LEASE_MS = 60_000;
/** A run that begins later than this was missed. */
export const MISSED_AFTER_MS = 120_000;
/** How long a run that is refused for a moment, such as by a full queue, is tried again. */
export const START_PATIENCE_MS = 600_000;
/** How often an open run is looked at: at first, later, and the share of its age in between. */
export const LOOK_MIN_MS = 1_000;
export const LOOK_MAX_MS = 30_000;
export const LOOK_SHARE = 0.1;

/** Largest stored response that is compared. */
export const MAX_COMPARED_ANSWER_BYTES = 8 * 1_048_576;
/** Tracked content of one run, bytes of JSON; what is beyond is left out of the comparison, and the change says so. */
export const MAX_TRACKED_BYTES = 262_144;
/** A diff of markdown, bytes. */
export const MAX_DIFF_BYTES = 16_384;
/** Lines that two versions may differ by; beyond it the whole page counts as replaced. */
export const MAX_DIFF_EDITS = 2_000;
/** Fields' values and links of a change that are shown, the characters of each, and the JSON of a list of them in bytes. */
export const MAX_SHOWN_LINKS = 100;
export const MAX_SHOWN_CHARS = 500;
export const MAX_SHOWN_FIELD_BYTES = 20_000;
export const MAX_SHOWN_LINK_BYTES = 10_000;
/** Pages of a batch or a crawl that are compared: of more, always the same ones. */
export const MAX_COMPARED_PAGES = 10_000;
/** Characters of a page's address that are kept. */
export const MAX_PAGE_NAME_CHARS = 300;
/** Stored responses that are read at once to compare them. */
export const COMPARED_AT_ONCE = 4;
/** New pages that a change names, pages that are gone, and changed ones: bytes of JSON each. */
export const MAX_PAGE_LIST_BYTES = 8_000;
/** Changed pages that are shown with what differs in them, bytes of JSON of that together, and of the diff of one. */
export const MAX_PAGE_DETAILS = 20;
export const MAX_PAGE_DETAIL_BYTES = 32_000;
export const MAX_PAGE_DIFF_BYTES = 4_000;
/** Characters of a record's part of a snapshot, and bytes of JSON of the largest one. */
export const SNAPSHOT_PART_CHARS = 60_000;
export const MAX_SNAPSHOT_BYTES = 24 * 1_048_576;

/** A change's title in a feed, and its text. */
export const FEED_TEXT_CHARS = 4_000;

/** How long runs and what they are compared with are kept after they were written: longer than the longest interval. */
export const RUN_LIFE_MS = 400 * 86_400_000;
